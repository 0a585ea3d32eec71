import type { PetStatus } from '../../src/spec/schemas.js';
import type { InventoryModel } from '../model.js';

/** One entry of the stock (§2.1), its id exact: a bigint where a number would be rounded. */
export interface StockItem {
  readonly petId: number | bigint;
  readonly quantity: number;
  readonly status: PetStatus;
}

/** The stock as a test sets and reads it: no key, no quota, no request. Every id may be a number, a bigint or its digits. */
export interface InventoryControl {
  /** Every entry, in the order in which the entries came. */
  list(): StockItem[];
  /** One entry; undefined for a pet that is not in stock. Throws an InputError for what is no id. */
  get(petId: number | bigint | string): StockItem | undefined;
  /**
   * Changes an entry and answers it; a plain number is its quantity. A pet that is not in stock yet needs both fields.
   * Throws an InputError, and changes nothing, for a value that cannot be.
   */
  set(petId: number | bigint | string, change: number | Partial<Omit<StockItem, 'petId'>>): StockItem;
}

export function createInventoryControl(_inventory: InventoryModel): InventoryControl {
  return {} as never;
}
