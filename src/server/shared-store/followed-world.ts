import type { JournalCounts } from '../../../mocks/journal/journal.js';
import type { SavedState } from '../../../mocks/state/saved-state.js';
import { deepFreeze } from '../../json/deep-freeze.js';
import type { ServedWorld } from '../worlds/served-world.js';
import type { WorldsState } from '../worlds/worlds.js';
import { BEFORE_ALL, compareIds, msOf, type StreamEntry, type Streams } from './streams.js';

/** A stream keeps its latest entries in any case: a server that was paused for less needs no state. */
export const KEPT_MS = 10_000;
/** Many changes by admins are no exchanges. */
const MOST_STATES = 40;

/** A world with what happened to it up to an entry, as the store holds it. What follows in the stream rebuilds the journal. */
interface StoredWorld {
  readonly lastId: string;
  readonly count: number;
  readonly journal: JournalCounts;
  readonly state: SavedState;
  readonly returnsToStart: boolean;
  readonly snapshots: readonly (readonly [name: string, state: SavedState])[];
  /** In the shared world. */
  readonly registry?: WorldsState | undefined;
}

export class FollowedWorld {
  readonly served: ServedWorld;
  lastId = BEFORE_ALL;
  /** Whether the world has ended: what follows in its stream does not count. */
  isEnded = false;
  /** How many entries were applied to the world since its beginning. */
  #count = 0;
  #waiting: { readonly id: string; readonly done: () => void }[] = [];
  #saving: Promise<void> | undefined;

  constructor(served: ServedWorld) {
    this.served = served;
  }

  get lastMs(): number {
    return msOf(this.lastId);
  }

  /** Notes that an entry is applied. Returns false for one that follows the end. */
  begin({ id }: StreamEntry): boolean {
    this.lastId = id;
    this.#count++;
    return !this.isEnded;
  }

  finish(): void {
    if (this.#waiting.length === 0) return;
    const isDue = ({ id }: { readonly id: string }) => compareIds(id, this.lastId) <= 0;
    const due = this.#waiting.filter(isDue);
    this.#waiting = this.#waiting.filter((one) => !isDue(one));
    for (const { done } of due) done();
  }

  reached(id: string): Promise<void> {
    if (compareIds(id, this.lastId) <= 0) return Promise.resolve();
    return new Promise((done) => this.#waiting.push({ id, done }));
  }

  /** Returns whether the server that appended the current entry should save the state now. */
  isDue(entriesPerState: number): boolean {
    return this.#count % entriesPerState === 0 && this.#saving === undefined;
  }

  /** Saves the state, and trims the stream behind one that is old enough to rebuild the journal from what follows it. */
  async save(streams: Streams, registry: WorldsState | undefined): Promise<void> {
    const { lastId } = this;
    const { id, world, snapshots } = this.served;
    const stored: StoredWorld = {
      lastId,
      count: this.#count,
      journal: world.journal.counts(),
      state: world.state(),
      returnsToStart: world.returnsToStart,
      snapshots: snapshots.saved(),
      registry,
    };
    const facts: StateFacts = { count: this.#count, exchanges: world.journal.latest, lastId };
    this.#saving = (async () => {
      await streams.saveState(id, JSON.stringify(facts), JSON.stringify(stored));
      const { states, base } = await this.#savedIn(streams);
      if (base === undefined) return;
      const older = states.filter(({ count }) => count < base.count).map((state) => JSON.stringify(state));
      const kept = `${Math.max(0, msOf(lastId) - KEPT_MS)}-0`;
      await streams.trim(id, older, compareIds(kept, base.lastId) < 0 ? kept : base.lastId);
    })().finally(() => {
      this.#saving = undefined;
    });
    return this.#saving;
  }

  /** Continues from what the store has, or from `beginning`. Returns the registry that was saved with it. */
  async load(streams: Streams, beginning: () => SavedState): Promise<WorldsState | undefined> {
    const { base } = await this.#savedIn(streams);
    const text = base && (await streams.state(this.served.id, JSON.stringify(base)));
    // It was trimmed meanwhile.
    if (base !== undefined && text === undefined) return this.load(streams, beginning);
    const stored: StoredWorld = text === undefined ? beginningWith(beginning()) : JSON.parse(text);
    const { world, snapshots } = this.served;
    this.isEnded = false;
    world.restore(stored.state);
    world.returnsToStart = stored.returnsToStart;
    snapshots.replace(deepFreeze(stored.snapshots) as StoredWorld['snapshots']);
    world.journal.goOnAfter(stored.journal);
    [this.lastId, this.#count] = [stored.lastId, stored.count];
    this.finish();
    return stored.registry;
  }

  release(): void {
    for (const { done } of this.#waiting.splice(0)) done();
  }

  /** Returns whether entries after the last one may have been trimmed, or the last one lost. */
  async hasMissed(streams: Streams): Promise<boolean> {
    if (this.lastId !== BEFORE_ALL) return !(await streams.holds(this.served.id, this.lastId));
    return (await this.#savedIn(streams)).base !== undefined;
  }

  /** Returns all saved states, and the one to continue from. */
  async #savedIn(streams: Streams): Promise<{ states: StateFacts[]; base: StateFacts | undefined }> {
    const { id, world } = this.served;
    const states = (await streams.stateNames(id)).map((name) => JSON.parse(name) as StateFacts);
    const newestFirst = [...states].sort((one, other) => other.count - one.count);
    const most = (newestFirst[0]?.exchanges ?? 0) - world.journal.limit;
    // The newest from which the following entries rebuild the journal; none if that is only the beginning.
    const base = newestFirst.find(({ exchanges }, index) => exchanges <= most || index >= MOST_STATES);
    return { states, base };
  }
}

function beginningWith(state: SavedState): StoredWorld {
  const journal = { latest: 0, dropped: 0 };
  return { lastId: BEFORE_ALL, count: 0, journal, state, returnsToStart: true, snapshots: [] };
}

/** The name of a saved state, as JSON. */
interface StateFacts extends Pick<StoredWorld, 'lastId' | 'count'> {
  /** How many exchanges the journal has had. */
  readonly exchanges: number;
}
