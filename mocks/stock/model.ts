import { factory, primaryKey } from '@mswjs/data';
import type { StockRecord } from '../../fixtures/stock.js';
import { type Int64Text, isInt64Text } from '../../src/json/exact-number.js';

/** The stock of all pets. Access to one record takes constant time. */
export class InventoryModel {
  #database = createDatabase();
  /** The library searches all records; `create` returns the live record, so they and their places are kept here. */
  #records: LiveRecord[] = [];
  readonly #places = new Map<Int64Text, number>();
  #version = 0;
  /** The version in which these pets replaced others, and that in which each record changed last, by its place. */
  #replacedAt = 0;
  #changedAt: number[] = [];

  constructor(stock: readonly StockRecord[]) {
    this.restore(stock);
  }

  get version(): number {
    return this.#version;
  }

  list(): readonly StockRecord[] {
    return this.#records;
  }

  get(petId: Int64Text): StockRecord | undefined {
    const place = this.#places.get(petId);
    return place === undefined ? undefined : this.#records[place];
  }

  /** Sets a pet's quantity. Returns its record, or undefined for an unknown pet. */
  setQuantity(petId: Int64Text, quantity: number): StockRecord | undefined {
    const record = this.get(petId);
    return record && this.put({ petId, quantity, status: record.status });
  }

  put({ petId, quantity, status }: StockRecord): StockRecord {
    const place = this.#places.get(petId) ?? this.#records.length;
    const known = this.#records[place];
    if (known?.quantity === quantity && known.status === status) return known;
    this.#changedAt[place] = ++this.#version;
    if (known !== undefined) return Object.assign(known, { quantity, status });
    const record = this.#database.inventory.create({ petId, quantity, status }) as LiveRecord;
    this.#places.set(petId, place);
    this.#records.push(record);
    return record;
  }

  snapshot(): readonly StockRecord[] {
    return Object.freeze(
      this.#records.map(({ petId, quantity, status }) => Object.freeze({ petId, quantity, status })),
    );
  }

  restore(records: readonly StockRecord[]): void {
    // Creating records is the expensive part; most often the pets are the same.
    const known = this.#records;
    const isReplaced = known.length !== records.length || known.some((one, at) => one.petId !== records[at]?.petId);
    if (isReplaced) {
      if (this.#places.size > 0) this.#database = createDatabase();
      this.#places.clear();
      this.#records = [];
      this.#changedAt = [];
      this.#version++;
    }
    for (const record of records) this.put(record);
    if (isReplaced) this.#replacedAt = this.#version;
  }

  /** Returns the records that changed after a version; undefined if there are more than `most`, or other pets. */
  changedSince(version: number, most: number): StockRecord[] | undefined {
    const changed = this.#records.filter((_, place) => Number(this.#changedAt[place]) > version);
    return version < this.#replacedAt || changed.length > most ? undefined : changed;
  }
}

/** Writes an InventoryItem (§2.1) with the digits of its id; `fields` is JSON text to append to the document's fields. */
export function itemText({ petId, quantity, status }: StockRecord, fields = ''): string {
  return `{"petId":${petId},"quantity":${quantity},"status":"${status}"${fields}}`;
}

export function* problemsInStock(stock: readonly StockRecord[]): Generator<string> {
  const seen = new Set<string>();
  for (const [at, { petId }] of stock.entries()) {
    if (!isInt64Text(petId)) yield `/stock/${at}/petId must be an int64`;
    if (seen.size === seen.add(petId).size) yield `/stock/${at}/petId occurs twice`;
  }
}

type LiveRecord = { -readonly [Field in keyof StockRecord]: StockRecord[Field] };

/** Hides BroadcastChannel: the library would open one, never close it, and mix the records of two fakes. */
function createDatabase() {
  const descriptor = Object.getOwnPropertyDescriptor(globalThis, 'BroadcastChannel');
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  try {
    return factory({ inventory: { petId: primaryKey(String), quantity: Number, status: String } });
  } finally {
    if (descriptor !== undefined) Object.defineProperty(globalThis, 'BroadcastChannel', descriptor);
  }
}
