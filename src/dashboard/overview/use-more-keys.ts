import { useEffect, useState } from 'preact/hooks';
import type { KeyState } from '../../admin/schemas/keys.js';
import type { Live } from '../live/live.js';

const PART = 100;
const REREAD_MS = 2_000;

/** Answers the keys to show. The events tell the first hundred; further ones are read on request, and again every two seconds. */
export function useMoreKeys(live: Live) {
  const page = live.keys.value;
  const [parts, setParts] = useState(0);
  const [more, setMore] = useState<readonly KeyState[]>([]);
  const start = page?.next ?? undefined;

  useEffect(() => {
    if (parts === 0 || start === undefined) {
      setMore([]);
      return;
    }
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      const found = await readParts(live, start, parts).catch(() => undefined);
      if (isOver) return;
      if (found !== undefined) setMore(found);
      timer = setTimeout(read, REREAD_MS);
    };
    void read();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [live, parts, start]);

  return {
    keys: [...(page?.items ?? []), ...more],
    total: page?.total ?? 0,
    isReading: more.length < Math.min(parts * PART, (page?.total ?? 0) - (page?.items.length ?? 0)),
    showMore: () => setParts(parts + 1),
  };
}

async function readParts(live: Live, start: string, parts: number): Promise<KeyState[]> {
  const found: KeyState[] = [];
  let after: string | null = start;
  for (let part = 0; part < parts && after !== null; part++) {
    const page = await live.client.keys.list({ limit: PART, after });
    found.push(...page.items);
    after = page.next;
  }
  return found;
}
