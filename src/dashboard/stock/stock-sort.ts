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
const compare: Record<Exclude<StockColumn, 'petId'>, (left: StockEntry, right: StockEntry) => number> = {
  quantity: (left, right) => left.quantity - right.quantity,
  status: (left, right) => (ranks.get(left.status) ?? 0) - (ranks.get(right.status) ?? 0),
};

/**
 * Answers a function that sorts a stock, given in the order of ids, and remembers the order: it sorts again only where a
 * value was changed that the order rests on. Pets that are alike stay in the order of ids.
 */
export function createStockSorter(): (stock: readonly StockEntry[], sort: StockSort) => readonly StockEntry[] {
  let last: { stock: readonly StockEntry[]; sort: StockSort; places: readonly number[] } | undefined;

  return (stock, sort) => {
    if (sort.by === 'petId') return sort.isDescending ? stock.toReversed() : stock;
    if (last === undefined || !isSameOrder(last, stock, sort)) last = { stock, sort, places: placesIn(stock, sort) };
    else last = { stock, sort, places: last.places };
    return last.places.map((place) => stock[place] as StockEntry);
  };
}

function isSameOrder(
  last: { readonly stock: readonly StockEntry[]; readonly sort: StockSort },
  stock: readonly StockEntry[],
  sort: StockSort,
): boolean {
  if (last.sort.by !== sort.by || last.sort.isDescending !== sort.isDescending) return false;
  if (last.stock.length !== stock.length) return false;
  return stock.every((entry, place) => {
    const before = last.stock[place] as StockEntry;
    return entry === before || (entry.petId === before.petId && entry[sort.by] === before[sort.by]);
  });
}

function placesIn(stock: readonly StockEntry[], { by, isDescending }: StockSort): number[] {
  const way = isDescending ? -1 : 1;
  const inOrder = compare[by as keyof typeof compare];
  return stock
    .map((_, place) => place)
    .sort((left, right) => way * inOrder(stock[left] as StockEntry, stock[right] as StockEntry));
}
