import { useState } from 'preact/hooks';
import type { WorldEntry, WorldPage } from '../../admin/schemas/world.js';
import { formatDuration } from '../../spec/times.js';
import type { Live } from '../live/live.js';
import { Badge } from '../parts/badge.js';
import { ErrorNotice } from '../parts/card.js';
import { Button } from '../parts/controls.js';
import { ConfirmDialog } from '../parts/dialog.js';
import { countOf } from '../parts/format.js';
import { useAction } from '../parts/use-action.js';

interface WorldsTableProps {
  readonly live: Live;
  readonly worlds: readonly WorldEntry[];
  readonly onWorld: (world: string) => void;
}

/** A row for each world; on a narrow screen, a block with labels. */
export function WorldsTable({ live, worlds, onWorld }: WorldsTableProps) {
  const { run, error } = useAction();
  // A dialog of its own in each line would go as soon as its world does.
  const [doomed, setDoomed] = useState<string>();
  const drop = (id: string) => run(() => live.client.worlds.delete({ id }), `The world ${id} was dropped.`);
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
            <th class="is-number">Keys</th>
            <th class="is-number">Pets</th>
            <th class="is-number">Requests</th>
            <th class="is-number">Age</th>
            <th class="is-number">Idle</th>
            <th class="is-number">Dropped</th>
            <th>
              <span class="sr-only">What to do</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {worlds.map((world) => (
            <WorldLine
              key={world.id}
              world={world}
              isShown={world.id === live.world}
              onOpen={() => onWorld(world.id)}
              onDrop={() => setDoomed(world.id)}
            />
          ))}
        </tbody>
      </table>
      <ConfirmDialog
        label="Drop"
        question={`Drop the world ${doomed}?`}
        isOpen={doomed !== undefined}
        onClose={() => setDoomed(undefined)}
        onConfirm={() => doomed !== undefined && drop(doomed)}
      >
        Requests with its keys get 401 from then on. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}

interface WorldLineProps {
  readonly world: WorldEntry;
  readonly isShown: boolean;
  readonly onOpen: () => void;
  readonly onDrop: () => void;
}

function WorldLine({ world, isShown, onOpen, onDrop }: WorldLineProps) {
  const { id, isShared, keys, pets, requests, ageSeconds, idleSeconds } = world;
  const numbers = [
    ['Keys', countOf(keys)],
    ['Pets', countOf(pets)],
    ['Requests', countOf(requests)],
    ['Age', formatDuration(Math.floor(ageSeconds) * 1_000)],
    ['Idle', formatDuration(Math.floor(idleSeconds) * 1_000)],
    ['Dropped', dropsIn(world)],
  ] as const;
  return (
    <tr>
      <th scope="row">
        <span class="mono">{id}</span> {isShown && <Badge tone="accent">shown</Badge>}
      </th>
      {numbers.map(([name, value]) => (
        <td key={name} class="is-number" data-name={name}>
          {value}
        </td>
      ))}
      <td class="worlds-actions">
        {!isShown && (
          <Button isSmall aria-label={`Open the world ${id}`} onClick={onOpen}>
            Open
          </Button>
        )}
        {!isShared && (
          <Button kind="quiet" class="button-danger" isSmall aria-label={`Drop the world ${id}`} onClick={onDrop}>
            Drop
          </Button>
        )}
      </td>
    </tr>
  );
}

/** Returns a world as it is some seconds later if nobody used it. */
export function agedBy(world: WorldEntry, seconds: number): WorldEntry {
  return { ...world, ageSeconds: world.ageSeconds + seconds, idleSeconds: world.idleSeconds + seconds };
}

/** Returns when a world goes if nobody uses it, such as `in 59m 12s`. */
export function dropsIn({ idleSeconds, droppedAfterSeconds }: WorldEntry): string {
  if (droppedAfterSeconds === null) return 'never';
  const leftMs = (droppedAfterSeconds - idleSeconds) * 1_000;
  return leftMs <= 0 ? 'any moment' : `in ${formatDuration(leftMs)}`;
}

/** Why a world was dropped. */
export const dropReasons: Readonly<Record<WorldPage['dropped'][number]['reason'], string>> = {
  idle: 'idle for too long',
  'no-room': 'replaced by a new world',
  deleted: 'deleted',
};
