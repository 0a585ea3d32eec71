import { useState } from 'preact/hooks';
import type { WorldPage } from '../../admin/schemas/world.js';
import { useRoom } from '../live/live.js';
import { OpenWorldForm } from '../overview/key-dialogs.js';
import { Card } from '../parts/card.js';
import { Button } from '../parts/controls.js';
import { useDialogs } from '../parts/dialog.js';
import { countOf } from '../parts/format.js';
import { timeOfDay, zone } from '../parts/shown-time.js';
import { usePages } from '../parts/use-loaded.js';
import { SnapshotsCard } from './snapshots-card.js';
import { dropReasons, WorldsTable } from './worlds-table.js';

/** The worlds of the server, and the snapshots of the shown one. */
export function WorldsPage() {
  const { live } = useRoom();
  const { open } = useDialogs();
  const [pages, setPages] = useState(1);
  const event = live.worlds.value;
  // Events report new and dropped worlds, but not their age or use by admin calls.
  const loaded = usePages(live.client.worlds.list, { pages }, [live, event]) ?? event;
  if (loaded === undefined) return <p class="soft">Loading the worlds…</p>;
  const { items: worlds, total, limit, dropped } = loaded;
  return (
    <div class="worlds-page">
      <div class="stack">
        <Card
          title="Worlds"
          aside={
            <>
              <span class="small faint">
                {countOf(total - 1)} of {countOf(limit)} isolated
              </span>
              <Button
                kind="main"
                isSmall
                disabled={limit === 0}
                onClick={() => open('Open a world', <OpenWorldForm />)}
              >
                Open a world
              </Button>
            </>
          }
          isFlush
        >
          <WorldsTable worlds={worlds} />
          {worlds.length < total && (
            <p class="worlds-more">
              <Button isSmall onClick={() => setPages(pages + 1)}>
                Show more ({countOf(worlds.length)} of {countOf(total)})
              </Button>
            </p>
          )}
          {total === 1 && (
            <p class="worlds-words small soft">
              All sample keys share this world. An isolated world has its own stock, quotas, clock, faults and journal,
              for example one for each parallel test.
            </p>
          )}
        </Card>
        <DroppedWorlds dropped={dropped} />
      </div>
      <SnapshotsCard />
    </div>
  );
}

function DroppedWorlds({ dropped }: Pick<WorldPage, 'dropped'>) {
  if (dropped.length === 0) return null;
  return (
    <Card title="Dropped" aside={<span class="small faint">newest first, {zone()}</span>} isFlush>
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
