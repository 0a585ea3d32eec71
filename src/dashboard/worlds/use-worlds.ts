import { useEffect, useState } from 'preact/hooks';
import type { WorldEntry, WorldPage } from '../../admin/schemas/world.js';
import type { Live } from '../live/live.js';
import { after } from './life-of-world.js';

const PART = 100;
const REREAD_MS = 3_000;
const TICK_MS = 1_000;

interface Told {
  readonly page: WorldPage;
  readonly atMs: number;
}

/**
 * Answers the worlds to show, as old and as idle as they are now. Events tell when one comes or goes, but not that one gets
 * older or was used by an admin: so the list is read again every few seconds while it is looked at.
 */
export function useWorlds(live: Live) {
  const { client } = live;
  const news = live.worlds.value;
  const [parts, setParts] = useState(1);
  const [told, setTold] = useState<Told>();
  const nowMs = useNow();

  // News make it read again at once.
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      const page = await readParts(client, parts).catch(() => undefined);
      if (isOver) return;
      if (page !== undefined) setTold({ page, atMs: performance.now() });
      timer = setTimeout(read, REREAD_MS);
    };
    void read();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [client, parts, news]);

  const page = told?.page ?? news;
  const seconds = told === undefined ? 0 : Math.max(0, nowMs - told.atMs) / 1_000;
  return {
    page,
    worlds: page?.items.map((world: WorldEntry) => after(world, seconds)) ?? [],
    showMore: () => setParts(parts + 1),
  };
}

async function readParts(client: Live['client'], parts: number): Promise<WorldPage> {
  let page = await client.worlds.list({ limit: PART });
  for (let part = 1; part < parts && page.next !== null; part++) {
    const next = await client.worlds.list({ limit: PART, after: page.next });
    page = { ...next, items: [...page.items, ...next.items] };
  }
  return page;
}

function useNow(): number {
  const [nowMs, setNowMs] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
