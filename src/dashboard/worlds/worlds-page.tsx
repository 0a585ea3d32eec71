import { useRoom } from '../live/live.js';
import { OpenWorldForm } from '../overview/key-dialogs.js';
import { Card } from '../parts/card.js';
import { Button } from '../parts/controls.js';
import { useDialogs } from '../parts/dialog.js';
import { countOf } from '../parts/format.js';
import { useLoaded, useNow } from '../parts/use-loaded.js';
import { SnapshotsCard } from './snapshots-card.js';
import { WorldsTable } from './worlds-table.js';

/** The worlds of the server, and the snapshots of the shown one. */
export function WorldsPage() {
  const { live } = useRoom();
  const { open } = useDialogs();
  const event = live.worlds.value;
  // Events report new and dropped worlds, but not their age or use by admin calls.
  const loaded = useLoaded(() => live.client.worlds.list(), [live, event, useNow()]).value ?? event;
  if (loaded === undefined) return <p class="soft">Loading the worlds…</p>;
  const { items: worlds, total, limit } = loaded;
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
            <p class="worlds-words small soft">
              These are the first {worlds.length} of {countOf(total)}. The admin API lists all.
            </p>
          )}
        </Card>
      </div>
      <SnapshotsCard />
    </div>
  );
}
