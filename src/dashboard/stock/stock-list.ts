import type { StockEntry } from '../../admin/schemas/world.js';
import type { Tone } from '../parts/tone.js';

/** Returns the pets that match every word: digits match inside the id, other words match the start of the status. */
export function searchStock(stock: readonly StockEntry[], text: string): readonly StockEntry[] {
  if (text.trim() === '') return stock;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return stock.filter((entry) =>
    words.every((word) => (/^-?\d+$/.test(word) ? entry.petId.includes(word) : entry.status.startsWith(word))),
  );
}

/** The colours of each status of a pet, which always stand beside its word. */
export const statusTone: Readonly<Record<StockEntry['status'], Tone>> = {
  available: 'ok',
  pending: 'refused',
  sold: 'broken',
};
