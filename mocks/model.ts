import { drop, factory, primaryKey } from '@mswjs/data';
import type { StockRecord } from '../fixtures/stock.js';
import type { Int64Text } from '../src/spec/int64.js';

/** The stock of all pets. Reaching one record takes the same time in a store of any size. */
export interface InventoryModel {
  /** Every record in the order in which it came; the same array as long as the same pets are in stock. */
  list(): readonly StockRecord[];
  get(petId: Int64Text): StockRecord | undefined;
  /** Sets a pet's quantity and answers its record, or undefined for an unknown pet. */
  setQuantity(petId: Int64Text, quantity: number): StockRecord | undefined;
  /** Sets all that a record says, and adds it at the end where the pet is not in stock. */
  put(record: StockRecord): StockRecord;
  snapshot(): StockRecord[];
  /** Puts other records in the place of all. */
  restore(records: readonly StockRecord[]): void;
  /** Remembers the state; calling what it answers puts it back, as often as one likes. */
  save(): () => void;
  /** Grows with every change. */
  readonly version: number;
}

export function createInventoryModel(stock: readonly StockRecord[]): InventoryModel {
  const database = createDatabase();
  // The library finds a record by looking at every one; `create` hands out the live record, so they are kept by id here.
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

/** Making records anew is the dear part of putting a store back; most often the pets are still the same. */
function isOfSamePets(one: readonly StockRecord[], other: readonly StockRecord[]): boolean {
  return one.length === other.length && one.every(({ petId }, index) => petId === other[index]?.petId);
}

type LiveRecord = { -readonly [Field in keyof StockRecord]: StockRecord[Field] };

/**
 * Creates the database while no BroadcastChannel is to be seen: in a page or jsdom the library would open one, never
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
