import { shareEqual } from '../../../mocks/model.js';
import type { SavedState } from '../../../mocks/state/saved-state.js';
import { deepFreeze } from '../../spec/deep-freeze.js';

/** Returns a state with everything large that an equal one of the others has. */
export function shareParts(state: SavedState, others: readonly SavedState[]): SavedState {
  const newestFirst = others.toReversed();
  const { fixture } = state.store;
  const alike = newestFirst.find(({ store }) => store.fixture === fixture);
  const lists = newestFirst.map(({ stock }) => stock);
  const isKnown = lists.some((list) => list === state.stock);
  const stock = isKnown ? state.stock : Object.freeze(shareEqual(state.stock, lists, (record) => record));
  const store = alike === undefined ? state.store : { ...state.store, fixture: alike.store.fixture };
  return deepFreeze({ ...state, stock, store }) as SavedState;
}

/** Of a list, and of a record in it that is not shared. */
const BYTES_OF_PLACE = 8;
const BYTES_OF_RECORD = 100;

/** Returns about how many bytes states need; what one shares with the one before counts once. Never too few. */
export function bytesOfAll(states: readonly SavedState[]): number {
  return states.reduce((sum, state, index) => sum + bytesOf(state, states[index - 1]), 0);
}

const counted = new WeakMap<SavedState, { readonly before: SavedState | undefined; readonly bytes: number }>();

function bytesOf(state: SavedState, before: SavedState | undefined): number {
  const known = counted.get(state);
  if (known !== undefined && known.before === before) return known.bytes;
  const { stock, store, ...rest } = state;
  let bytes = stock.length * BYTES_OF_PLACE + JSON.stringify(rest).length;
  if (store.fixture !== before?.store.fixture) bytes += store.fixture?.length ?? 0;
  if (stock !== before?.stock) {
    for (const [index, record] of stock.entries()) if (record !== before?.stock[index]) bytes += BYTES_OF_RECORD;
  }
  counted.set(state, { before, bytes });
  return bytes;
}
