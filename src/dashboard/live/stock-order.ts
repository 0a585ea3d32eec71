import type { StockEntry } from '../../admin/schemas/world.js';

/** Returns the stock with some entries changed or added, in the order of ids. */
export function withChanges(stock: readonly StockEntry[], changes: Iterable<StockEntry>): readonly StockEntry[] {
  const changed = [...stock];
  const added: StockEntry[] = [];
  for (const change of changes) {
    const place = placeOf(stock, change.petId);
    if (place === undefined) added.push(change);
    else changed[place] = change;
  }
  if (added.length > 0) changed.push(...added);
  return added.length > 0 ? changed.sort((left, right) => compareIds(left.petId, right.petId)) : changed;
}

function placeOf(stock: readonly StockEntry[], petId: string): number | undefined {
  let low = 0;
  let high = stock.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const order = compareIds(stock[middle]?.petId ?? '', petId);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

/** Finds a pet in a stock that is sorted by id. */
export function findPet(stock: readonly StockEntry[], petId: string): StockEntry | undefined {
  let low = 0;
  let high = stock.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const entry = stock[middle] as StockEntry;
    const side = compareIds(entry.petId, petId);
    if (side === 0) return entry;
    if (side < 0) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

/** Compares ids as integers without converting them to numbers, which would round beyond 2^53. */
export function compareIds(left: string, right: string): number {
  const isLeftBelowZero = left.startsWith('-');
  if (isLeftBelowZero !== right.startsWith('-')) return isLeftBelowZero ? -1 : 1;
  const byDigits = left.length - right.length || (left < right ? -1 : Number(left > right));
  return isLeftBelowZero ? -byDigits : byDigits;
}
