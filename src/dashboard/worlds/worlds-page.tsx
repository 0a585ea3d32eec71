import type { WorldEntry } from '../../admin/schemas/world.js';
import { formatDuration } from '../../json/times.js';
import { useRoom } from '../live/live.js';
import { OpenWorldForm } from '../overview/key-dialogs.js';
import { Badge } from '../parts/badge.js';
import { Card, ErrorNotice } from '../parts/card.js';
import { Button } from '../parts/controls.js';
import { ConfirmButton, useDialogs } from '../parts/dialog.js';
import { formatCount } from '../parts/format.js';
import { type Run, useAction, useLoaded, useNow } from '../parts/use-action.js';
import { SnapshotsCard } from './snapshots-card.js';

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
                {formatCount(total - 1)} of {formatCount(limit)} isolated
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
              These are the first {worlds.length} of {formatCount(total)}. The admin API lists all.
            </p>
          )}
        </Card>
      </div>
      <SnapshotsCard />
    </div>
  );
}

/** A row for each world; on a narrow screen, a block with labels. */
function WorldsTable({ worlds }: { readonly worlds: readonly WorldEntry[] }) {
  const { run, error } = useAction();
  return (
    <>
      {error !== undefined && (
        <div class="card-body">
          <ErrorNotice message={error} />
        </div>
      )}
      <table class="table worlds-table">
        <thead>
          <tr>
            <th>World</th>
            {Object.keys(columns).map((name) => (
              <th key={name} class="is-number">
                {name}
              </th>
            ))}
            <th>
              <span class="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {worlds.map((world) => (
            <WorldLine key={world.id} world={world} run={run} />
          ))}
        </tbody>
      </table>
    </>
  );
}

const columns: Readonly<Record<string, (world: WorldEntry) => string>> = {
  Keys: ({ keys }) => orElsewhere(keys, formatCount),
  Pets: ({ pets }) => orElsewhere(pets, formatCount),
  Requests: ({ requests }) => orElsewhere(requests, formatCount),
  Age: ({ ageSeconds }) => formatDuration(Math.floor(ageSeconds) * 1_000),
  Idle: ({ idleSeconds }) => orElsewhere(idleSeconds, (seconds) => formatDuration(Math.floor(seconds) * 1_000)),
  Dropped: dropsIn,
};

/** Only the servers of a shared store that serve a world know everything about it. */
function orElsewhere(fact: number | null, format: (fact: number) => string): string {
  return fact === null ? '–' : format(fact);
}

function WorldLine({ world, run }: { readonly world: WorldEntry; readonly run: Run }) {
  const { live, showWorld } = useRoom();
  const { id, isShared } = world;
  const isShown = id === live.world;
  const drop = () => run(() => live.client.worlds.delete({ id }), `The world ${id} was dropped.`);
  return (
    <tr>
      <th scope="row">
        <span class="mono">{id}</span> {isShown && <Badge tone="accent">shown</Badge>}
      </th>
      {Object.entries(columns).map(([name, format]) => (
        <td key={name} class="is-number" data-name={name}>
          {format(world)}
        </td>
      ))}
      <td class="worlds-actions">
        {!isShown && (
          <Button isSmall aria-label={`Open the world ${id}`} onClick={() => showWorld(id)}>
            Open
          </Button>
        )}
        {!isShared && (
          <ConfirmButton
            isSmall
            label="Drop"
            object={`the world ${id}`}
            question={`Drop the world ${id}?`}
            onConfirm={drop}
          >
            Requests with its keys get 401 from then on. This cannot be undone.
          </ConfirmButton>
        )}
      </td>
    </tr>
  );
}

/** Returns when a world is dropped if nobody uses it, such as `in 59m 12s`. */
export function dropsIn({ idleSeconds, droppedAfterSeconds }: WorldEntry): string {
  if (droppedAfterSeconds === null) return 'never';
  if (idleSeconds === null) return '–';
  const leftMs = (droppedAfterSeconds - idleSeconds) * 1_000;
  return leftMs <= 0 ? 'any moment' : `in ${formatDuration(leftMs)}`;
}
