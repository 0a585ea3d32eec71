import type { StockRecord } from '../fixtures/stock-record.js';
import type { Behaviour } from '../src/spec/behaviour.js';
import type { InventoryModel } from './model.js';
import { utf8Length } from './utf8-length.js';

export interface ListBody {
  readonly text: string;
  readonly bytes: number;
}

/** Makes a writer of the list's JSON that keeps what it wrote until the stock or the order changes. */
export function createListBody(model: InventoryModel): (order: Behaviour['list-order']) => ListBody {
  let cached: (ListBody & { order: Behaviour['list-order']; version: number }) | undefined;
  let answers = 0;
  return (order) => {
    if (cached?.version === model.version && cached.order === order && order !== 'rotating') return cached;
    const text = `[${ordered(model.list(), order, answers++).map(itemText).join(',')}]`;
    cached = { text, bytes: utf8Length(text), order, version: model.version };
    return cached;
  };
}

/** Writes an InventoryItem (§2.1) with the id's own digits. */
export function itemText({ petId, quantity, status }: StockRecord): string {
  return `{"petId":${petId},"quantity":${quantity},"status":"${status}"}`;
}

function ordered(records: readonly StockRecord[], order: Behaviour['list-order'], turn: number): StockRecord[] {
  switch (order) {
    case 'ascending':
      return records.toSorted(byPetId);
    case 'descending':
      return records.toSorted((a, b) => byPetId(b, a));
    case 'as-stored':
      return [...records];
    case 'rotating': {
      const first = records.length === 0 ? 0 : turn % records.length;
      return [...records.slice(first), ...records.slice(0, first)];
    }
  }
}

/** Compares ids as the integers that they are. */
function byPetId(a: StockRecord, b: StockRecord): number {
  if (a.petId.length <= 15 && b.petId.length <= 15) return Number(a.petId) - Number(b.petId);
  const difference = BigInt(a.petId) - BigInt(b.petId);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
