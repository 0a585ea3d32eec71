import type { StockRecord } from '../../fixtures/stock.js';
import type { Behaviour } from '../../src/service/behaviour.js';
import { type InventoryModel, itemText } from './model.js';

type ListOrder = Behaviour['list-order'];

interface ListBody {
  readonly text: string;
  readonly encoded: Uint8Array;
}

const encoder = new TextEncoder();

/** Writes the list's JSON, again only after a change, and then only the items that have changed. */
export class ListBodyWriter {
  readonly #model: InventoryModel;
  /** Each item as JSON, in order, and which of them a record is. */
  #items: string[] = [];
  #ranks = new Map<StockRecord, number>();
  #latest: (ListBody & { order: ListOrder; fields: string; version: number }) | undefined;

  constructor(model: InventoryModel) {
    this.#model = model;
  }

  /** `fields`: JSON text that is appended to the document's fields of each item. */
  write(order: ListOrder, fields = ''): ListBody {
    const { version } = this.#model;
    const last = this.#latest;
    const isLike = last?.order === order && last.fields === fields;
    if (isLike && last.version === version) return last;
    const changed = isLike ? this.#model.changedSince(last.version, Number.POSITIVE_INFINITY) : undefined;
    if (changed === undefined || this.#model.list().length !== this.#items.length) this.#writeAll(order, fields);
    else for (const record of changed) this.#items[this.#ranks.get(record) as number] = itemText(record, fields);
    const text = `[${this.#items.join(',')}]`;
    this.#latest = { text, encoded: encoder.encode(text), order, fields, version };
    return this.#latest;
  }

  #writeAll(order: ListOrder, fields: string): void {
    const sorted = this.#model.list().toSorted(order === 'ascending' ? byPetId : (a, b) => byPetId(b, a));
    this.#ranks = new Map(sorted.map((record, rank) => [record, rank]));
    this.#items = sorted.map((record) => itemText(record, fields));
  }
}

function byPetId(a: StockRecord, b: StockRecord): number {
  if (a.petId.length <= 15 && b.petId.length <= 15) return Number(a.petId) - Number(b.petId);
  const difference = BigInt(a.petId) - BigInt(b.petId);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
