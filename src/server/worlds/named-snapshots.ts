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

type Source = Pick<Steering, 'snapshot'> & Pick<World, 'restore'>;

/** The snapshots of a world, which survive its resets. All methods throw an InputError that lists the known names for an unknown one. */
export class NamedSnapshots {
  readonly #world: Source;
  readonly #byName = new Map<string, SavedState>();

  constructor(world: Source) {
    this.#world = world;
  }

  list(): readonly NamedSnapshot[] {
    return [...this.#byName].map(([name, { takenAtMs }]) => ({ name, takenAtMs }));
  }

  /** Saves the current state under a name, replacing an earlier one. Throws an InputError at the limit. */
  take(name: string): NamedSnapshot {
    return this.#save('Taking a snapshot', name, () => this.#world.snapshot());
  }

  /** Saves a state that was taken in any world, as JSON text. Throws an InputError for anything else, and at the limit. */
  put(name: string, text: string): NamedSnapshot {
    // It is restored any number of times.
    return this.#save('Saving a snapshot', name, () => deepFreeze(parseState(text, 'of the body')) as SavedState);
  }

  saved(): readonly (readonly [name: string, state: SavedState])[] {
    return [...this.#byName];
  }

  replace(saved: readonly (readonly [name: string, state: SavedState])[]): void {
    this.#byName.clear();
    for (const [name, state] of saved) this.#byName.set(name, state);
  }

  get(name: string): SavedState {
    return this.#find('Reading a snapshot', name);
  }

  restore(name: string): void {
    this.#world.restore(this.#find('Restoring a snapshot', name));
  }

  delete(name: string): void {
    this.#find('Deleting a snapshot', name);
    this.#byName.delete(name);
  }

  #save(attempted: string, name: string, read: () => SavedState): NamedSnapshot {
    if (this.#byName.size >= MOST_SNAPSHOTS && !this.#byName.has(name)) {
      const [oldest] = this.#byName.keys();
      const problem = `the limit of ${MOST_SNAPSHOTS} is reached`;
      throw new InputError(attempted, problem, `Delete one, such as the oldest, ${oldest}.`);
    }
    const snapshot = read();
    // A replaced snapshot is the newest.
    this.#byName.delete(name);
    this.#byName.set(name, snapshot);
    return { name, takenAtMs: snapshot.takenAtMs };
  }

  #find(attempted: string, name: string): SavedState {
    const snapshot = this.#byName.get(name);
    if (snapshot !== undefined) return snapshot;
    const names = [...this.#byName.keys()];
    const remedy =
      names.length > 0 ? nameHint(name, names, 'Snapshots') : 'There are no snapshots yet. Take one first.';
    throw new InputError(attempted, 'no snapshot has that name', remedy);
  }
}
