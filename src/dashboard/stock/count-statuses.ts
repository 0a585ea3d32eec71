import type { StockEntry } from '../../admin/schemas/stock.js';

/** Counts the pets of each status. */
export function countStatuses(stock: readonly StockEntry[]): Readonly<Record<StockEntry['status'], number>> {
  const counts = { available: 0, pending: 0, sold: 0 };
  for (const { status } of stock) counts[status]++;
  return counts;
}
