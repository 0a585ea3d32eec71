import type { StockEntry } from '../../admin/schemas/world.js';

/** Returns the stock with some entries changed or added, in the order of ids. */
export function withChanges(stock: readonly StockEntry[], changes: Iterable<StockEntry>): readonly StockEntry[] {
  const entries = new Map(stock.map((entry) => [entry.petId, entry]));
  for (const change of changes) entries.set(change.petId, change);
  const changed = [...entries.values()];
  return changed.length === stock.length ? changed : changed.sort((left, right) => compareIds(left.petId, right.petId));
}

/** Compares ids as integers without converting them to numbers, which would round beyond 2^53. */
export function compareIds(left: string, right: string): number {
  const isLeftBelowZero = left.startsWith('-');
  if (isLeftBelowZero !== right.startsWith('-')) return isLeftBelowZero ? -1 : 1;
  const byDigits = left.length - right.length || (left < right ? -1 : Number(left > right));
  return isLeftBelowZero ? -byDigits : byDigits;
}
