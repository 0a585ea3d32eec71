import { drop, factory, primaryKey } from '@mswjs/data';
import type { StockRecord } from '../fixtures/stock.js';
import type { Int64Text } from '../src/spec/json.js';
import type { Restorable } from './restorable.js';

/** The stock of all pets. Access to one record takes constant time. */
export interface InventoryModel extends Restorable {
  /** Every record in insertion order; the same array while the same pets are in stock. */
  list(): readonly StockRecord[];
  get(petId: Int64Text): StockRecord | undefined;
  /** Sets a pet's quantity. Returns its record, or undefined for an unknown pet. */
  setQuantity(petId: Int64Text, quantity: number): StockRecord | undefined;
  /** Sets a record, or adds it at the end if the pet is not in stock. */
  put(record: StockRecord): StockRecord;
  snapshot(): StockRecord[];
  /** Replaces all records. */
  restore(records: readonly StockRecord[]): void;
  /** Grows with every change. */
  readonly version: number;
}

export function createInventoryModel(stock: readonly StockRecord[]): InventoryModel {
  const database = createDatabase();
  // The library searches all records; `create` returns the live record, so they are indexed by id here.
  const byId = new Map<Int64Text, LiveRecord>();
  let records: readonly StockRecord[] | undefined;
  let version = 0;

  const list = () => {
    records ??= [...byId.values()];
    return records;
  };
  const put = ({ petId, quantity, status }: StockRecord) => {
    version++;
    const known = byId.get(petId);
    if (known !== undefined) return Object.assign(known, { quantity, status });
    const record = database.inventory.create({ petId, quantity, status }) as LiveRecord;
    byId.set(petId, record);
    records = undefined;
    return record;
  };
  const restore = (replacement: readonly StockRecord[]) => {
    if (!isOfSamePets(list(), replacement)) {
      drop(database);
      byId.clear();
      records = undefined;
      version++;
    }
    for (const record of replacement) put(record);
  };
  const snapshot = () => list().map(({ petId, quantity, status }) => ({ petId, quantity, status }));
  restore(stock);

  return {
    list,
    get: (petId) => byId.get(petId),
    setQuantity(petId, quantity) {
      const record = byId.get(petId);
      if (record === undefined) return undefined;
      record.quantity = quantity;
      version++;
      return record;
    },
    put,
    snapshot,
    restore,
    save() {
      const saved = snapshot();
      return () => restore(saved);
    },
    get version() {
      return version;
    },
  };
}

/** Writes an InventoryItem (§2.1) with the digits of its id; `fields` is JSON text to append to the document's fields. */
export function itemText({ petId, quantity, status }: StockRecord, fields = ''): string {
  return `{"petId":${petId},"quantity":${quantity},"status":"${status}"${fields}}`;
}

/** Creating records is the expensive part of restoring a store; most often the pets are the same. */
function isOfSamePets(one: readonly StockRecord[], other: readonly StockRecord[]): boolean {
  return one.length === other.length && one.every(({ petId }, index) => petId === other[index]?.petId);
}

type LiveRecord = { -readonly [Field in keyof StockRecord]: StockRecord[Field] };

/**
 * Creates the database while BroadcastChannel is hidden: in a page or jsdom the library would open one, never
 * close it, and mix the records of two fakes that share an id, in other tabs too.
 */
function createDatabase() {
  const descriptor = Object.getOwnPropertyDescriptor(globalThis, 'BroadcastChannel');
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  try {
    return factory({ inventory: { petId: primaryKey(String), quantity: Number, status: String } });
  } finally {
    if (descriptor !== undefined) Object.defineProperty(globalThis, 'BroadcastChannel', descriptor);
  }
}
