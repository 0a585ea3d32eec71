import { useEffect, useState } from 'preact/hooks';
import { problemOf } from './use-action.js';

interface Loaded<Value> {
  readonly value?: Value | undefined;
  /** Why the last attempt failed. */
  readonly problem?: string;
}

/** Loads a value now, whenever `inputs` change, and `everyMs` after each attempt. The last value stays meanwhile. */
export function useLoaded<Value>(load: () => Promise<Value>, inputs: readonly unknown[], everyMs?: number) {
  const [loaded, setLoaded] = useState<Loaded<Value>>({});
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const attempt = async () => {
      const result = await load().then(
        (value) => ({ value }),
        (error: unknown) => ({ problem: problemOf(error) }),
      );
      if (isOver) return;
      setLoaded((before) => ({ ...('problem' in result && before), ...result }));
      if (everyMs !== undefined) timer = setTimeout(attempt, everyMs);
    };
    void attempt();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, inputs);
  return loaded;
}

const PART = 100;
const RELOAD_MS = 1_000;

interface Page {
  readonly items: readonly unknown[];
  readonly next: string | null;
}

type ListCall<Listed extends Page> = (query: { readonly limit: number; readonly after?: string }) => Promise<Listed>;

/** Loads some pages of a list as one, from a cursor on, and again every second and whenever `inputs` change. */
export function usePages<Listed extends Page>(
  list: ListCall<Listed>,
  { pages, after }: { readonly pages: number; readonly after?: string | undefined },
  inputs: readonly unknown[],
): Listed | undefined {
  const load = async () => {
    let loaded: Listed | undefined;
    for (let page = 0, next = after; page < pages && (page === 0 || next !== undefined); page++) {
      const listed: Listed = await list({ limit: PART, ...(next !== undefined && { after: next }) });
      loaded = { ...listed, items: [...(loaded?.items ?? []), ...listed.items] };
      next = listed.next ?? undefined;
    }
    return loaded;
  };
  return useLoaded(load, [pages, after, ...inputs], pages > 0 ? RELOAD_MS : undefined).value;
}

/** Returns the local time in milliseconds, updated every second while the page is visible. */
export function useNow(): number {
  const [nowMs, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) setNow(Date.now());
    }, 1_000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
