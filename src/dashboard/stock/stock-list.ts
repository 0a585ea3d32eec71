import type { StockEntry } from '../../admin/schemas/world.js';
import type { Tone } from '../parts/tone.js';

export interface StockSearch {
  /** Digits of an id, letters of a status, or both. */
  readonly text: string;
  readonly status: StockEntry['status'] | undefined;
}

export const everyPet: StockSearch = { text: '', status: undefined };

export function isSearching({ text, status }: StockSearch): boolean {
  return text.trim() !== '' || status !== undefined;
}

/** Returns the pets that match every word: digits match inside the id, other words match the start of the status. */
export function searchStock(stock: readonly StockEntry[], search: StockSearch): readonly StockEntry[] {
  if (!isSearching(search)) return stock;
  const words = search.text.toLowerCase().split(/\s+/).filter(Boolean);
  return stock.filter(
    (entry) =>
      (search.status === undefined || entry.status === search.status) &&
      words.every((word) => (/^-?\d+$/.test(word) ? entry.petId.includes(word) : entry.status.startsWith(word))),
  );
}

/** Counts the pets of each status. */
export function countStatuses(stock: readonly StockEntry[]): Readonly<Record<StockEntry['status'], number>> {
  const counts = { available: 0, pending: 0, sold: 0 };
  for (const { status } of stock) counts[status]++;
  return counts;
}

/** The colours of each status of a pet, which always stand beside its word. */
export const statusTone: Readonly<Record<StockEntry['status'], Tone>> = {
  available: 'ok',
  pending: 'refused',
  sold: 'broken',
};
