import type { StockRecord } from '../fixtures/stock.js';
import type { Behaviour } from '../src/spec/behaviour.js';
import { type InventoryModel, itemText } from './model.js';

type ListOrder = Behaviour['list-order'];

interface ListBody {
  readonly text: string;
  /** The text in UTF-8. */
  readonly encoded: Uint8Array;
}

const encoder = new TextEncoder();
const NO_FIELDS: readonly string[] = [''];

/** Writes the list's JSON, cached until the stock or the order changes. */
export class ListBodyWriter {
  readonly #model: InventoryModel;
  #items: OrderedItems | undefined;
  #cached: { readonly body: ListBody; readonly version: number } | undefined;
  #turn = 0;

  constructor(model: InventoryModel) {
    this.#model = model;
  }

  /** `fields`: JSON texts that are appended to the document's fields of the items, in turn. */
  write(order: ListOrder, fields: readonly string[] = NO_FIELDS): ListBody {
    const { version } = this.#model;
    const records = this.#model.list();
    let items = this.#items;
    if (items?.records !== records || items.order !== order || items.fields !== fields) {
      items = orderItems(records, order, fields);
      this.#items = items;
      this.#cached = undefined;
    }
    if (this.#cached?.version === version && order !== 'rotating') return this.#cached.body;
    const text = `[${items.texts(order === 'rotating' ? this.#turn++ : 0).join(',')}]`;
    this.#cached = { body: { text, encoded: encoder.encode(text) }, version };
    return this.#cached.body;
  }

  /** How many rotating lists were written. */
  get turn(): number {
    return this.#turn;
  }

  /** Continues a rotating list from there. */
  restore(turn: number): void {
    this.#turn = turn;
  }
}

interface OrderedItems {
  readonly records: readonly StockRecord[];
  readonly order: ListOrder;
  readonly fields: readonly string[];
  texts(turn: number): readonly string[];
}

/** Sorts a store once and caches each item's text: after an update only that item is written again. */
function orderItems(records: readonly StockRecord[], order: ListOrder, fields: readonly string[]): OrderedItems {
  const sorted = sort(records, order);
  const textOf = (record: StockRecord, index: number) => itemText(record, fields[index % fields.length]);
  const texts = sorted.map(textOf);
  const written = sorted.map(({ quantity, status }) => ({ quantity, status }));
  return {
    records,
    order,
    fields,
    texts(turn) {
      for (const [index, record] of sorted.entries()) {
        const { quantity, status } = record;
        const last = written[index];
        if (last?.quantity === quantity && last.status === status) continue;
        written[index] = { quantity, status };
        texts[index] = textOf(record, index);
      }
      if (order !== 'rotating' || texts.length === 0) return texts;
      const first = turn % texts.length;
      return [...texts.slice(first), ...texts.slice(0, first)];
    },
  };
}

function sort(records: readonly StockRecord[], order: ListOrder): readonly StockRecord[] {
  switch (order) {
    case 'ascending':
      return records.toSorted(byPetId);
    case 'descending':
      return records.toSorted((a, b) => byPetId(b, a));
    case 'as-stored':
    case 'rotating':
      return records;
  }
}

/** Compares ids as the integers that they are. */
function byPetId(a: StockRecord, b: StockRecord): number {
  if (a.petId.length <= 15 && b.petId.length <= 15) return Number(a.petId) - Number(b.petId);
  const difference = BigInt(a.petId) - BigInt(b.petId);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
