import type { Snapshot, Steering } from '../../../mocks/steering/steering.js';
import { InputError } from '../../spec/validation/input-error.js';
import { nameHint } from '../../spec/validation/name-hint.js';

/** A snapshot of a world by its name. */
export interface NamedSnapshot {
  readonly name: string;
  /** In milliseconds since the epoch, by the clock of the world. */
  readonly takenAtMs: number;
}

const MOST_SNAPSHOTS = 100;

/** The snapshots of a world, which survive its resets. All methods throw an InputError that lists the known names for an unknown one. */
export class NamedSnapshots {
  readonly #steering: Pick<Steering, 'snapshot' | 'restore'>;
  readonly #byName = new Map<string, Snapshot>();

  constructor(steering: Pick<Steering, 'snapshot' | 'restore'>) {
    this.#steering = steering;
  }

  /** In the order in which they were taken. */
  list(): readonly NamedSnapshot[] {
    return [...this.#byName].map(([name, { takenAtMs }]) => ({ name, takenAtMs }));
  }

  /** Saves the current state under a name, replacing an earlier one. Throws an InputError at the limit. */
  take(name: string): NamedSnapshot {
    if (this.#byName.size >= MOST_SNAPSHOTS && !this.#byName.has(name)) {
      const [oldest] = this.#byName.keys();
      const problem = `the limit of ${MOST_SNAPSHOTS} is reached`;
      throw new InputError('Taking a snapshot', problem, `Delete one, such as the oldest, ${oldest}.`);
    }
    const snapshot = this.#steering.snapshot();
    // A replaced snapshot is the newest.
    this.#byName.delete(name);
    this.#byName.set(name, snapshot);
    return { name, takenAtMs: snapshot.takenAtMs };
  }

  restore(name: string): void {
    this.#steering.restore(this.#find('Restoring a snapshot', name));
  }

  delete(name: string): void {
    this.#find('Deleting a snapshot', name);
    this.#byName.delete(name);
  }

  #find(attempted: string, name: string): Snapshot {
    const snapshot = this.#byName.get(name);
    if (snapshot !== undefined) return snapshot;
    const names = [...this.#byName.keys()];
    const remedy =
      names.length > 0 ? nameHint(name, names, 'Snapshots') : 'There are no snapshots yet. Take one first.';
    throw new InputError(attempted, 'no snapshot has that name', remedy);
  }
}
