import type { StockEntry } from '../../admin/schemas/world.js';
import { schemas } from '../../spec/schemas.js';
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

export interface StockSort {
  readonly by: keyof StockEntry;
  readonly isDescending: boolean;
}

/** Returns the sort order after a click on a column: ascending, then descending. */
export function sortAfterClick(sort: StockSort, by: StockSort['by']): StockSort {
  return { by, isDescending: sort.by === by && !sort.isDescending };
}

/** Sorts stock that is given in the order of ids. Equal pets stay in that order. */
export function sortStock(stock: readonly StockEntry[], { by, isDescending }: StockSort): readonly StockEntry[] {
  if (by === 'petId') return isDescending ? stock.toReversed() : stock;
  const weigh = (entry: StockEntry) =>
    by === 'quantity' ? entry.quantity : schemas.PetStatus.enum.indexOf(entry.status);
  const way = isDescending ? -1 : 1;
  return stock.toSorted((one, other) => way * (weigh(one) - weigh(other)));
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
