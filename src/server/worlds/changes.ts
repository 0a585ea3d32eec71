import { sampleKeys } from '../../../fixtures/keys.js';
import type { Accounts } from '../../../mocks/limits/accounts.js';
import type { SavedState } from '../../../mocks/state/saved-state.js';
import type { Int64Text } from '../../spec/exact-number.js';
import { InputError } from '../../spec/validation/input-error.js';
import { nameHint } from '../../spec/validation/name-hint.js';
import type { SnapshotRoom } from './named-snapshots.js';
import { bytesOfAll, shareParts } from './shared-parts.js';
import { applyUndo, type Change, type Undo, type Undoable } from './undo.js';

/** The changes of a world, and how many there ever were. */
export interface ChangesState {
  readonly made: number;
  readonly changes: readonly Change[];
}

export const NO_CHANGES: ChangesState = { made: 0, changes: [] };

const MOST_CHANGES = 20;
const ATTEMPTED = 'Undoing a change';

/** The latest changes of a world by admins that lose something, each with what undoes it. A method whose `act` throws notes nothing. */
export class Changes {
  readonly #of: Undoable;
  readonly #room: () => SnapshotRoom;
  /** Oldest first. */
  #changes: readonly Change[] = [];
  #made = 0;

  constructor(of: Undoable, room: () => SnapshotRoom) {
    this.#of = of;
    this.#room = room;
  }

  /** Newest first. */
  list(): readonly Change[] {
    return this.#changes.toReversed();
  }

  state(): ChangesState {
    return { made: this.#made, changes: this.#changes };
  }

  restore({ made, changes }: ChangesState): void {
    this.#made = made;
    this.#changes = [];
    for (const change of changes) this.#changes = [...this.#changes, this.#sharing(change)];
  }

  /** Notes a change that replaces the whole state of the world. */
  replaceWorld(summary: string, act: () => void): void {
    const { world } = this.#of;
    const { returnsToStart } = world;
    const [madeAtMs, state] = [world.clock.now(), this.#stateNow()];
    act();
    this.#note(summary, madeAtMs, { kind: 'world', state, returnsToStart });
  }

  /** Notes a change of one pet, unless it leaves the pet as it was. */
  setPet(petId: Int64Text, act: () => void): void {
    const { inventory, clock } = this.#of.world;
    const copy = () => {
      const record = inventory.get(petId);
      return record && { petId, quantity: record.quantity, status: record.status };
    };
    const before = copy();
    act();
    const after = copy();
    if (after === undefined || (before?.quantity === after.quantity && before.status === after.status)) return;
    const summary = before === undefined ? `Add pet ${petId}` : `Set pet ${petId}`;
    this.#note(summary, clock.now(), { kind: 'pet', ...(before && { before }), after });
  }

  /** Notes that a key is revoked, unless it was. */
  revokeKey(key: string, act: () => void): void {
    const { accounts, clock } = this.#of.world;
    const account = accounts.ofKey(accounts.resolve(key) ?? '');
    const wasRevoked = account?.isRevoked;
    act();
    const { alias } = account ?? {};
    if (alias === undefined || wasRevoked) return;
    const name = shownKey(accounts, alias);
    this.#note(`Revoke ${name}`, clock.now(), { kind: 'revocation', alias, name });
  }

  /** Notes that a key is deleted. */
  deleteKey(key: string, act: () => void): void {
    const { accounts, clock } = this.#of.world;
    const { alias = '' } = accounts.ofKey(accounts.resolve(key) ?? '') ?? {};
    const name = shownKey(accounts, alias);
    const before = accounts.state().keys.find((one) => one.alias === alias);
    act();
    if (before !== undefined) this.#note(`Delete ${name}`, clock.now(), { kind: 'deletion', key: before });
  }

  /** Notes that a snapshot is deleted or replaced, and nothing for a new one. */
  changeSnapshot<Result>(name: string, act: () => Result): Result {
    const { snapshots, world } = this.#of;
    const saved = snapshots.saved();
    const place = saved.findIndex(([other]) => other === name);
    const result = act();
    const [, before] = saved[place] ?? [];
    if (before === undefined) return result;
    const after = snapshots.list().find((one) => one.name === name);
    const { journal, ...others } = before;
    const state = this.#room().countsJournals && journal !== undefined ? { ...others, journal } : others;
    this.#note(`${after === undefined ? 'Delete' : 'Replace'} the snapshot ${name}`, world.clock.now(), {
      kind: 'snapshot',
      name,
      place,
      state,
      ...(after && { replacedBy: after.takenAtMs }),
    });
    return result;
  }

  /** Notes which faults are removed. */
  removeFaults(summary: string, act: () => void): void {
    const { faults, clock } = this.#of.world;
    const before = faults.state().active;
    act();
    const left = new Set(faults.list().map(({ id }) => id));
    const removed = before.filter(({ id }) => !left.has(id));
    if (removed.length > 0) this.#note(summary, clock.now(), { kind: 'faults', removed });
  }

  /** Notes that the journal is cleared; not with a store, whose servers can have different journals. */
  clearJournal(): void {
    const { journal, clock } = this.#of.world;
    const state = journal.count > 0 && this.#room().countsJournals ? this.#stateNow() : undefined;
    journal.clear();
    if (state !== undefined) this.#note('Clear the requests', clock.now(), { kind: 'journal', state });
  }

  /** Returns a change by its id, or the latest one. Throws an InputError if there is none. */
  find(id: string | undefined): Change {
    const found = id === undefined ? this.#changes.at(-1) : this.#changes.find((change) => change.id === id);
    if (found !== undefined) return found;
    const ids = this.list().map((change) => change.id);
    if (id === undefined || ids.length === 0) {
      const remedy = `Each world keeps its latest ${MOST_CHANGES} resets, deletions and edits of the stock: GET /__admin/undo.`;
      throw new InputError(ATTEMPTED, 'there is nothing to undo in this world', remedy);
    }
    throw new InputError(ATTEMPTED, 'no change that can be undone has that id', nameHint('', ids, 'Ids'));
  }

  /**
   * Undoes a change. Returns what was undone, newest first: with a state of the whole world, all that changed in it since then.
   * Throws an InputError, and changes nothing, if what was changed is no longer as the change left it.
   */
  undo(change: Change): readonly Change[] {
    const { kind } = change.undo;
    const newer = this.#changes.slice(this.#changes.indexOf(change) + 1);
    // Snapshots do not belong to the state of the world.
    const inWorld = newer.filter(({ undo }) => undo.kind !== 'snapshot');
    const replaced = inWorld.findLast(({ undo }) => undo.kind === 'world');
    if (kind !== 'world' && kind !== 'snapshot' && replaced !== undefined) {
      const problem = `“${change.summary}” cannot be undone before “${replaced.summary}”, which replaced the whole state since`;
      throw new InputError(ATTEMPTED, problem, `Try {"id":"${replaced.id}"} first.`);
    }
    applyUndo(change, this.#of);
    const undone = kind === 'world' ? [change, ...inWorld] : [change];
    this.#changes = this.#changes.filter((one) => !undone.includes(one));
    return undone.toReversed();
  }

  #stateNow(): SavedState {
    return this.#of.snapshot({ journal: this.#room().countsJournals });
  }

  #note(summary: string, madeAtMs: number, undo: Undo): void {
    this.#made++;
    const change = this.#sharing({ id: String(this.#made), summary, madeAtMs, undo });
    this.#changes = [...this.#changes.slice(-MOST_CHANGES + 1), change];
    const { mostBytes, countsJournals } = this.#room();
    // The latest one is kept, however large.
    while (this.#changes.length > 1 && bytesOfAll(statesOf(this.#changes), countsJournals) > mostBytes) {
      this.#changes = this.#changes.slice(1);
    }
  }

  /** Returns a change that shares with the others what is equal. */
  #sharing(change: Change): Change {
    const { undo } = change;
    if (!('state' in undo)) return change;
    return { ...change, undo: { ...undo, state: shareParts(undo.state, statesOf(this.#changes)) } };
  }
}

/** Only a sample key, which is public, is shown by its text. */
function shownKey(accounts: Accounts, alias: string): string {
  return sampleKeys.find(({ key }) => key === accounts.keyOf(alias))?.key ?? alias;
}

function statesOf(changes: readonly Change[]): SavedState[] {
  return changes.flatMap(({ undo }) => ('state' in undo ? [undo.state] : []));
}
