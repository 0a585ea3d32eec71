import type { StockRecord } from '../../fixtures/stock.js';
import type { Behaviour } from '../../src/service/behaviour.js';
import { type InventoryModel, itemText } from './model.js';

type ListOrder = Behaviour['list-order'];

interface ListBody {
  readonly text: string;
  readonly encoded: Uint8Array;
}

const encoder = new TextEncoder();

/** Writes the list's JSON, again only after a change. */
export class ListBodyWriter {
  readonly #model: InventoryModel;
  #sorted: readonly StockRecord[] = [];
  #source: readonly StockRecord[] = [];
  #latest: (ListBody & { order: ListOrder; fields: string; version: number }) | undefined;

  constructor(model: InventoryModel) {
    this.#model = model;
  }

  /** `fields`: JSON text that is appended to the document's fields of each item. */
  write(order: ListOrder, fields = ''): ListBody {
    const { version } = this.#model;
    const last = this.#latest;
    if (last?.version === version && last.order === order && last.fields === fields) return last;
    const records = this.#model.list();
    if (records !== this.#source || records.length !== this.#sorted.length || order !== last?.order) {
      this.#sorted = records.toSorted(order === 'ascending' ? byPetId : (a, b) => byPetId(b, a));
      this.#source = records;
    }
    const text = `[${this.#sorted.map((record) => itemText(record, fields)).join(',')}]`;
    this.#latest = { text, encoded: encoder.encode(text), order, fields, version };
    return this.#latest;
  }
}

function byPetId(a: StockRecord, b: StockRecord): number {
  if (a.petId.length <= 15 && b.petId.length <= 15) return Number(a.petId) - Number(b.petId);
  const difference = BigInt(a.petId) - BigInt(b.petId);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
