import type { StockEntry } from '../../admin/schemas/stock.js';
import { schemas } from '../../spec/schemas.js';

export type StockColumn = keyof StockEntry;

export interface StockSort {
  readonly by: StockColumn;
  readonly isDescending: boolean;
}

/** What a click on a column's heading leads to: the column upwards, then downwards. */
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
  /** Where in the stock each row stands. */
  readonly places: readonly number[];
}

/**
 * Answers a function that sorts a stock, given in the order of ids, and remembers the order: it sorts again only where a
 * value was changed that the order rests on. Pets that are alike stay in the order of ids.
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
  // What was in order before nearly is so now, and is sorted in a fraction of the time.
  const start = isSameSort && last.stock.length === stock.length ? [...last.places] : stock.map((_, place) => place);
  return start.sort((left, right) => way * ((weights[left] as number) - (weights[right] as number)) || left - right);
}

function isSameOrder(stock: readonly StockEntry[], before: readonly StockEntry[], by: StockColumn): boolean {
  if (before.length !== stock.length) return false;
  return stock.every((entry, place) => entry === before[place] || entry[by] === before[place]?.[by]);
}
