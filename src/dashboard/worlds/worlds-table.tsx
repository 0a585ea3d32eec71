import type { WorldEntry } from '../../admin/schemas/world.js';
import { formatDuration } from '../../json/times.js';
import { useRoom } from '../live/live.js';
import { Badge } from '../parts/badge.js';
import { ErrorNotice } from '../parts/card.js';
import { Button } from '../parts/controls.js';
import { ConfirmButton } from '../parts/dialog.js';
import { countOf } from '../parts/format.js';
import { type Run, useAction } from '../parts/use-action.js';

/** A row for each world; on a narrow screen, a block with labels. */
export function WorldsTable({ worlds }: { readonly worlds: readonly WorldEntry[] }) {
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
  Keys: ({ keys }) => orElsewhere(keys, countOf),
  Pets: ({ pets }) => orElsewhere(pets, countOf),
  Requests: ({ requests }) => orElsewhere(requests, countOf),
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
