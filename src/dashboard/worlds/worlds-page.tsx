import './worlds.css';
import { useState } from 'preact/hooks';
import type { Live } from '../live/live.js';
import { Button } from '../parts/button.js';
import { Card } from '../parts/card.js';
import { countOf } from '../parts/tell-time.js';
import { SnapshotsCard } from '../snapshots/snapshots-card.js';
import { DroppedWorlds } from './dropped-worlds.js';
import { OpenWorldDialog } from './open-world-dialog.js';
import { useWorlds } from './use-worlds.js';
import { WorldsTable } from './worlds-table.js';

interface WorldsPageProps {
  readonly live: Live;
  readonly onWorld: (world: string) => void;
}

/** The worlds of the server, and the snapshots of the one that is shown. */
export function WorldsPage({ live, onWorld }: WorldsPageProps) {
  const [isOpening, setOpening] = useState(false);
  const { page, worlds, showMore } = useWorlds(live);
  if (page === undefined) return <p class="soft">Reading the worlds…</p>;
  const own = page.total - 1;
  return (
    <div class="worlds-page">
      <div class="stack">
        <Card
          title="Worlds"
          aside={
            <>
              <span class="small faint">
                {countOf(own)} of {countOf(page.most)} isolated
              </span>
              <Button kind="main" isSmall disabled={page.most === 0} onClick={() => setOpening(true)}>
                Open a new world
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
              Everybody shares this world. A key that is minted with a world of its own leads to a stock, quotas, a
              clock, faults and a journal that nobody else sees: one for each parallel test, say.
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
