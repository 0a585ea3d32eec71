import type { Snapshot, Steering } from '../../../mocks/steering/steering.js';
import { SNAPSHOT_NAME } from '../../admin/schemas/page.js';
import { InputError } from '../../spec/validation/input-error.js';
import { nameHint } from '../../spec/validation/name-hint.js';

/** A snapshot of a world by its name. */
export interface NamedSnapshot {
  readonly name: string;
  /** In milliseconds since the epoch, by the clock of the world. */
  readonly takenAtMs: number;
}

/** The snapshots of a world. All throw an InputError that lists the names there are, for one that there is not. */
export interface NamedSnapshots {
  /** In the order in which they were taken. */
  list(): readonly NamedSnapshot[];
  /** Remembers everything as it is now; a name that is taken gets the new one. Throws an InputError where there is no room for more. */
  take(name: string): NamedSnapshot;
  restore(name: string): void;
  delete(name: string): void;
}

const MOST_SNAPSHOTS = 100;

/** Creates what keeps the snapshots of a world: they outlive its resets. */
export function createNamedSnapshots(steering: Pick<Steering, 'snapshot' | 'restore'>): NamedSnapshots {
  const byName = new Map<string, Snapshot>();

  const find = (attempted: string, name: string) => {
    const snapshot = byName.get(name);
    if (snapshot !== undefined) return snapshot;
    const names = [...byName.keys()];
    const remedy = names.length > 0 ? nameHint(name, names, 'Snapshots') : 'None was taken yet. Take one first.';
    throw new InputError(attempted, 'there is none of that name', remedy);
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
        const problem = `there are ${byName.size} already, as many as a world remembers`;
        throw new InputError(attempted, problem, `Delete one, such as the oldest, ${oldest}.`);
      }
      const snapshot = steering.snapshot();
      // One that was taken anew is the newest.
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
