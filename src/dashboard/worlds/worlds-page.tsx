import { useEffect, useState } from 'preact/hooks';
import type { WorldEntry, WorldPage } from '../../admin/schemas/world.js';
import { timeOfDay } from '../../spec/times.js';
import type { Live } from '../live/live.js';
import { OpenWorldDialog } from '../overview/key-dialogs.js';
import { Card } from '../parts/card.js';
import { Button } from '../parts/controls.js';
import { countOf } from '../parts/format.js';
import { SnapshotsCard } from './snapshots-card.js';
import { agedBy, dropReasons, WorldsTable } from './worlds-table.js';

interface WorldsPageProps {
  readonly live: Live;
  readonly onWorld: (world: string) => void;
}

/** The worlds of the server, and the snapshots of the shown one. */
export function WorldsPage({ live, onWorld }: WorldsPageProps) {
  const [isOpening, setOpening] = useState(false);
  const { page, worlds, showMore } = useWorlds(live);
  if (page === undefined) return <p class="soft">Loading the worlds…</p>;
  const own = page.total - 1;
  return (
    <div class="worlds-page">
      <div class="stack">
        <Card
          title="Worlds"
          aside={
            <>
              <span class="small faint">
                {countOf(own)} of {countOf(page.limit)} isolated
              </span>
              <Button kind="main" isSmall disabled={page.limit === 0} onClick={() => setOpening(true)}>
                Open a world
              </Button>
            </>
          }
          isFlush
        >
          <WorldsTable live={live} worlds={worlds} onWorld={onWorld} />
          {worlds.length < page.total && (
            <p class="worlds-more">
              <Button isSmall onClick={showMore}>
                Show more ({countOf(worlds.length)} of {countOf(page.total)})
              </Button>
            </p>
          )}
          {own === 0 && (
            <p class="worlds-words small soft">
              All sample keys share this world. An isolated world has its own stock, quotas, clock, faults and journal,
              for example one for each parallel test.
            </p>
          )}
        </Card>
        <DroppedWorlds dropped={page.dropped} />
      </div>
      <SnapshotsCard live={live} />
      <OpenWorldDialog live={live} isOpen={isOpening} onClose={() => setOpening(false)} onWorld={onWorld} />
    </div>
  );
}

/** The worlds dropped last. */
function DroppedWorlds({ dropped }: Pick<WorldPage, 'dropped'>) {
  if (dropped.length === 0) return null;
  return (
    <Card title="Dropped" aside={<span class="small faint">newest first, UTC</span>} isFlush>
      <ul class="dropped-worlds">
        {dropped.map(({ id, reason, at }) => (
          <li key={id}>
            <span class="mono">{id}</span>
            <span class="soft">{dropReasons[reason]}</span>
            <time class="faint push" dateTime={at}>
              {timeOfDay(at)}
            </time>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const PART = 100;
const REREAD_MS = 3_000;
const TICK_MS = 1_000;

interface LoadedPage {
  readonly page: WorldPage;
  readonly atMs: number;
}

/**
 * Returns the worlds with their current age. Events report new and dropped worlds, but not their age or use by admin
 * calls, so the list is reloaded every few seconds.
 */
function useWorlds(live: Live) {
  const { client } = live;
  const news = live.worlds.value;
  const [parts, setParts] = useState(1);
  const [told, setTold] = useState<LoadedPage>();
  const nowMs = usePerformanceNow();

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
    worlds: page?.items.map((world: WorldEntry) => agedBy(world, seconds)) ?? [],
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

function usePerformanceNow(): number {
  const [nowMs, setNowMs] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
