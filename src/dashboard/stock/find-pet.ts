import type { StockEntry } from '../../admin/schemas/stock.js';
import { compareIds } from './compare-ids.js';

/** Finds a pet in a stock that is in the order of ids. */
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
