import type { StockEntry } from '../../admin/schemas/world.js';

/** Returns the stock with some entries changed or added, in the order of ids. */
export function withChanges(stock: readonly StockEntry[], changes: Iterable<StockEntry>): readonly StockEntry[] {
  const changed = [...stock];
  for (const change of changes) {
    const place = placeOf(stock, change.petId);
    if (place === -1) changed.push(change);
    else changed[place] = change;
  }
  return changed.length === stock.length ? changed : changed.sort((left, right) => compareIds(left.petId, right.petId));
}

/** Finds a pet in a stock that is sorted by id. */
export function findPet(stock: readonly StockEntry[], petId: string): StockEntry | undefined {
  return stock[placeOf(stock, petId)];
}

function placeOf(stock: readonly StockEntry[], petId: string): number {
  let low = 0;
  let high = stock.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const order = compareIds((stock[middle] as StockEntry).petId, petId);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Compares ids as integers without converting them to numbers, which would round beyond 2^53. */
export function compareIds(left: string, right: string): number {
  const isLeftBelowZero = left.startsWith('-');
  if (isLeftBelowZero !== right.startsWith('-')) return isLeftBelowZero ? -1 : 1;
  const byDigits = left.length - right.length || (left < right ? -1 : Number(left > right));
  return isLeftBelowZero ? -byDigits : byDigits;
}
