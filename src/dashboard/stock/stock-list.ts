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

export type StockColumn = keyof StockEntry;

export interface StockSort {
  readonly by: StockColumn;
  readonly isDescending: boolean;
}

/** Returns the sort order after a click on a column: ascending, then descending. */
export function sortAfterClick(sort: StockSort, by: StockColumn): StockSort {
  return { by, isDescending: sort.by === by && !sort.isDescending };
}

const ranks = new Map<string, number>(schemas.PetStatus.enum.map((status, rank) => [status, rank]));
const weigh: Record<Exclude<StockColumn, 'petId'>, (entry: StockEntry) => number> = {
  quantity: ({ quantity }) => quantity,
  status: ({ status }) => ranks.get(status) ?? 0,
};

interface Sorted {
  readonly stock: readonly StockEntry[];
  readonly sort: StockSort;
  /** Index in the stock of each row. */
  readonly places: readonly number[];
}

/**
 * Returns a function that sorts stock, which is given in the order of ids, and caches the order: it sorts again only if a
 * value of the sorted column changed. Equal pets stay in the order of ids.
 */
export function createStockSorter(): (stock: readonly StockEntry[], sort: StockSort) => readonly StockEntry[] {
  let last: Sorted | undefined;

  return (stock, sort) => {
    if (sort.by === 'petId') return sort.isDescending ? stock.toReversed() : stock;
    last = { stock, sort, places: placesIn(stock, sort, sort.by, last) };
    return last.places.map((place) => stock[place] as StockEntry);
  };
}

function placesIn(
  stock: readonly StockEntry[],
  sort: StockSort,
  by: keyof typeof weigh,
  last: Sorted | undefined,
): readonly number[] {
  const isSameSort = last?.sort.by === sort.by && last.sort.isDescending === sort.isDescending;
  if (isSameSort && isSameOrder(stock, last.stock, by)) return last.places;
  const weights = stock.map(weigh[by]);
  const way = sort.isDescending ? -1 : 1;
  // A nearly sorted array is sorted much faster.
  const start = isSameSort && last.stock.length === stock.length ? [...last.places] : stock.map((_, place) => place);
  return start.sort((left, right) => way * ((weights[left] as number) - (weights[right] as number)) || left - right);
}

function isSameOrder(stock: readonly StockEntry[], before: readonly StockEntry[], by: StockColumn): boolean {
  if (before.length !== stock.length) return false;
  return stock.every((entry, place) => entry === before[place] || entry[by] === before[place]?.[by]);
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
