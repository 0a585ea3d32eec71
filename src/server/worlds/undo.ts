import type { StockRecord } from '../../../fixtures/stock.js';
import { type FaultsState, MOST_FAULTS } from '../../../mocks/faults/faults.js';
import type { AccountsState } from '../../../mocks/limits/accounts.js';
import type { SavedState } from '../../../mocks/state/saved-state.js';
import type { Steering } from '../../../mocks/steering/steering.js';
import type { World } from '../../../mocks/world.js';
import { InputError } from '../../spec/validation/input-error.js';
import type { NamedSnapshots } from './named-snapshots.js';

/** What of a served world changes can be undone in. */
export interface Undoable extends Pick<Steering, 'snapshot'> {
  readonly world: World;
  readonly snapshots: NamedSnapshots;
}

/** What undoes a change, as data. Where one thing was changed it knows that thing alone, so that later requests keep their effect. */
export type Undo =
  | { readonly kind: 'world'; readonly state: SavedState; readonly returnsToStart: boolean }
  /** Without `before`, the pet was added. */
  | { readonly kind: 'pet'; readonly before?: StockRecord; readonly after: StockRecord }
  | { readonly kind: 'revocation'; readonly alias: string; readonly name: string }
  | { readonly kind: 'deletion'; readonly key: AccountsState['keys'][number] }
  | {
      readonly kind: 'snapshot';
      readonly name: string;
      readonly place: number;
      readonly state: SavedState;
      /** When the snapshot was taken that has its name instead; missing if none had. */
      readonly replacedBy?: number;
    }
  | { readonly kind: 'faults'; readonly removed: FaultsState['active'] }
  /** The state at the clearing, for its journal. */
  | { readonly kind: 'journal'; readonly state: SavedState };

/** A change by an admin that can be undone, as data: all servers of a store have the same ones. */
export interface Change {
  /** A number; later changes have higher ones. */
  readonly id: string;
  /** What was done: `Reset the world`. */
  readonly summary: string;
  /** In milliseconds since the epoch, by the clock of the world before the change. */
  readonly madeAtMs: number;
  readonly undo: Undo;
}

/** Undoes a change. Throws an InputError, and changes nothing, if what was changed is no longer as the change left it. */
export function applyUndo({ summary, undo }: Change, { world, snapshots }: Undoable): void {
  const fail: Fail = (problem, remedy) => {
    throw new InputError(`Undoing “${summary}”`, problem, `${remedy}.`);
  };
  switch (undo.kind) {
    case 'world':
      world.restore(undo.state);
      world.returnsToStart = undo.returnsToStart;
      return;
    case 'pet':
      undoPet(undo, world, fail);
      return;
    case 'revocation': {
      const account = world.accounts.ofKey(world.accounts.keyOf(undo.alias) ?? '');
      if (account === undefined) fail(`${undo.name} was deleted since`, 'Undo that first');
      account.isRevoked = false;
      return;
    }
    case 'deletion':
      world.accounts.undelete(undo.key);
      return;
    case 'snapshot': {
      const now = snapshots.list().find(({ name }) => name === undo.name);
      if (now?.takenAtMs !== undo.replacedBy) {
        const problem = now === undefined ? 'the new one was deleted since' : 'another one has that name now';
        fail(problem, now === undefined ? 'Undo that first' : 'Delete it first');
      }
      snapshots.putBack(undo.name, undo.state, undo.place);
      return;
    }
    case 'faults':
      undoFaults(undo.removed, world, fail);
      return;
    case 'journal':
      if (undo.state.journal === undefined || world.journal.unclear(undo.state.journal)) return;
      fail('requests that came after them were cleared, too, or filled the journal', 'Undo a later clearing first');
  }
}

type Fail = (problem: string, remedy: string) => never;

const fields = ['quantity', 'status'] as const;

/** Returns to the fields that were changed, and leaves what else happened to the pet. */
function undoPet({ before, after }: Extract<Undo, { kind: 'pet' }>, { inventory }: World, fail: Fail): void {
  const { petId } = after;
  const now = inventory.get(petId);
  if (now === undefined) fail(`pet ${petId} is no longer in stock`, 'Add it again if you need it');
  const changed = fields.filter((field) => before?.[field] !== after[field]);
  if (changed.some((field) => now[field] !== after[field])) {
    const remedy =
      before === undefined ? 'It stays in stock' : `To set it back all the same, set it to ${values(before)}`;
    fail(`pet ${petId} has changed since, from ${values(after)} to ${values(now)}`, remedy);
  }
  if (before === undefined) inventory.restore(inventory.snapshot().filter((record) => record.petId !== petId));
  else inventory.put({ ...now, ...Object.fromEntries(changed.map((field) => [field, before[field]])) });
}

function values({ quantity, status }: StockRecord): string {
  return `${quantity}, ${status}`;
}

function undoFaults(removed: FaultsState['active'], { faults }: World, fail: Fail): void {
  const { ids, active } = faults.state();
  if (active.length + removed.length > MOST_FAULTS)
    fail(`a world has at most ${MOST_FAULTS} faults`, 'Remove some first');
  // The order in which a request meets them.
  const all = [...active, ...removed].sort(
    (one, other) => Number(other.isNext) - Number(one.isNext) || Number(one.id) - Number(other.id),
  );
  faults.restore({ ids, active: all });
}
