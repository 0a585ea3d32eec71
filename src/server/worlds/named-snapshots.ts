import type { Snapshot, Steering } from '../../../mocks/steering/steering.js';
import { SNAPSHOT_NAME } from '../../admin/schemas/shapes.js';
import { InputError } from '../../spec/validation/input-error.js';
import { nameHint } from '../../spec/validation/name-hint.js';

/** A snapshot of a world by its name. */
export interface NamedSnapshot {
  readonly name: string;
  /** In milliseconds since the epoch, by the clock of the world. */
  readonly takenAtMs: number;
}

/** The snapshots of a world. All methods throw an InputError that lists the known names for an unknown one. */
export interface NamedSnapshots {
  /** In the order in which they were taken. */
  list(): readonly NamedSnapshot[];
  /** Saves the current state under a name, replacing an earlier one. Throws an InputError at the limit. */
  take(name: string): NamedSnapshot;
  restore(name: string): void;
  delete(name: string): void;
}

const MOST_SNAPSHOTS = 100;

/** Creates the snapshots of a world, which survive its resets. */
export function createNamedSnapshots(steering: Pick<Steering, 'snapshot' | 'restore'>): NamedSnapshots {
  const byName = new Map<string, Snapshot>();

  const find = (attempted: string, name: string) => {
    const snapshot = byName.get(name);
    if (snapshot !== undefined) return snapshot;
    const names = [...byName.keys()];
    const remedy =
      names.length > 0 ? nameHint(name, names, 'Snapshots') : 'There are no snapshots yet. Take one first.';
    throw new InputError(attempted, 'no snapshot has that name', remedy);
  };

  return {
    list: () => [...byName].map(([name, { takenAtMs }]) => ({ name, takenAtMs })),
    take(name) {
      const attempted = 'Taking a snapshot';
      if (!SNAPSHOT_NAME.test(name)) {
        throw new InputError(
          attempted,
          'the name must be 1 to 64 letters, digits, dots, dashes or underscores, and begin with no dot',
          "Try 'before'.",
        );
      }
      if (byName.size >= MOST_SNAPSHOTS && !byName.has(name)) {
        const [oldest] = byName.keys();
        const problem = `the limit of ${MOST_SNAPSHOTS} is reached`;
        throw new InputError(attempted, problem, `Delete one, such as the oldest, ${oldest}.`);
      }
      const snapshot = steering.snapshot();
      // A replaced snapshot is the newest.
      byName.delete(name);
      byName.set(name, snapshot);
      return { name, takenAtMs: snapshot.takenAtMs };
    },
    restore: (name) => steering.restore(find('Restoring a snapshot', name)),
    delete(name) {
      find('Deleting a snapshot', name);
      byName.delete(name);
    },
  };
}
