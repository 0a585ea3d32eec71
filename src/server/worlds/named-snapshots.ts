import { parseState, type SavedState } from '../../../mocks/state/saved-state.js';
import type { Steering } from '../../../mocks/steering/steering.js';
import type { World } from '../../../mocks/world.js';
import { deepFreeze } from '../../json/deep-freeze.js';
import { InputError, nameHint } from '../../json/input-error.js';

export interface NamedSnapshot {
  readonly name: string;
  /** In milliseconds since the epoch, by the clock of the world. */
  readonly takenAtMs: number;
}

const MOST_SNAPSHOTS = 100;

export type NamedSnapshots = ReturnType<typeof nameSnapshots>;

/** The snapshots of a world, which survive its resets. All methods throw an InputError that lists the known names for an unknown one. */
export function nameSnapshots(world: Pick<Steering, 'snapshot'> & Pick<World, 'restore'>) {
  const byName = new Map<string, SavedState>();
  const save = (attempted: string, name: string, read: () => SavedState): NamedSnapshot => {
    if (byName.size >= MOST_SNAPSHOTS && !byName.has(name)) {
      const [oldest] = byName.keys();
      const problem = `the limit of ${MOST_SNAPSHOTS} is reached`;
      throw new InputError(attempted, problem, `Delete one, such as the oldest, ${oldest}.`);
    }
    const snapshot = read();
    // A replaced snapshot is the newest.
    byName.delete(name);
    byName.set(name, snapshot);
    return { name, takenAtMs: snapshot.takenAtMs };
  };
  const find = (attempted: string, name: string): SavedState => {
    const snapshot = byName.get(name);
    if (snapshot !== undefined) return snapshot;
    const names = [...byName.keys()];
    const remedy =
      names.length > 0 ? nameHint(name, names, 'Snapshots') : 'There are no snapshots yet. Take one first.';
    throw new InputError(attempted, 'no snapshot has that name', remedy);
  };
  return {
    /** In the order in which they were taken. */
    list: (): readonly NamedSnapshot[] => [...byName].map(([name, { takenAtMs }]) => ({ name, takenAtMs })),
    /** Saves the current state under a name, replacing an earlier one. Throws an InputError at the limit. */
    take: (name: string) => save('Taking a snapshot', name, () => world.snapshot()),
    /** Saves a state that was taken in any world, as JSON text. Throws an InputError for anything else, and at the limit. */
    put: (name: string, text: string) =>
      save('Saving a snapshot', name, () => deepFreeze(parseState(text, 'of the body')) as SavedState),
    saved: (): readonly (readonly [name: string, state: SavedState])[] => [...byName],
    replace(saved: readonly (readonly [name: string, state: SavedState])[]) {
      byName.clear();
      for (const [name, state] of saved) byName.set(name, state);
    },
    get: (name: string) => find('Reading a snapshot', name),
    restore: (name: string) => world.restore(find('Restoring a snapshot', name)),
    delete(name: string) {
      find('Deleting a snapshot', name);
      byName.delete(name);
    },
  };
}
