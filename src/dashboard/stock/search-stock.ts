import type { StockEntry } from '../../admin/schemas/stock.js';

export interface StockSearch {
  /** Digits of an id, letters of a status, or both. */
  readonly text: string;
  readonly status: StockEntry['status'] | undefined;
}

export const everyPet: StockSearch = { text: '', status: undefined };

export function isSearching({ text, status }: StockSearch): boolean {
  return text.trim() !== '' || status !== undefined;
}

/** Answers the pets that fit every word: a word of digits stands somewhere in the id, any other begins the status. */
export function searchStock(stock: readonly StockEntry[], search: StockSearch): readonly StockEntry[] {
  if (!isSearching(search)) return stock;
  const words = search.text.toLowerCase().split(/\s+/).filter(Boolean);
  return stock.filter(
    (entry) =>
      (search.status === undefined || entry.status === search.status) &&
      words.every((word) => (/^-?\d+$/.test(word) ? entry.petId.includes(word) : entry.status.startsWith(word))),
  );
}
