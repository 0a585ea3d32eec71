import { drop, factory, primaryKey } from '@mswjs/data';
import type { StockRecord } from '../fixtures/stock-record.js';
import type { Int64Text } from '../src/spec/int64.js';

/** The stock of all pets. Reaching one record takes the same time in a store of any size. */
export interface InventoryModel {
  /** Every record in the order in which it came; the same array until `restore`. */
  list(): readonly StockRecord[];
  get(petId: Int64Text): StockRecord | undefined;
  /** Sets a pet's quantity and answers its record, or undefined for an unknown pet. */
  setQuantity(petId: Int64Text, quantity: number): StockRecord | undefined;
  snapshot(): StockRecord[];
  /** Puts other records in the place of all. */
  restore(records: readonly StockRecord[]): void;
  /** Grows with every change. */
  readonly version: number;
}

export function createInventoryModel(stock: readonly StockRecord[]): InventoryModel {
  const database = createDatabase();
  // The library finds a record by looking at every one; `create` hands out the live record, so they are kept by id here.
  const byId = new Map<Int64Text, LiveRecord>();
  let records: readonly StockRecord[] = [];
  let version = 0;

  const restore = (replacement: readonly StockRecord[]) => {
    drop(database);
    byId.clear();
    for (const { petId, quantity, status } of replacement) {
      byId.set(petId, database.inventory.create({ petId, quantity, status }) as LiveRecord);
    }
    records = [...byId.values()];
    version++;
  };
  restore(stock);

  return {
    list: () => records,
    get: (petId) => byId.get(petId),
    setQuantity(petId, quantity) {
      const record = byId.get(petId);
      if (record === undefined) return undefined;
      record.quantity = quantity;
      version++;
      return record;
    },
    snapshot: () => records.map(({ petId, quantity, status }) => ({ petId, quantity, status })),
    restore,
    get version() {
      return version;
    },
  };
}

type LiveRecord = { -readonly [Field in keyof StockRecord]: StockRecord[Field] };

/**
 * Makes the database while no BroadcastChannel is to be seen: in a page or jsdom the library would open one, never
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
