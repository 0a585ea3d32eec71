import type { StockRecord } from '../../fixtures/stock.js';
import { type Int64Text, isInt64Text } from '../../src/json/exact-number.js';
import { assertNotPromise, checkedFields, InputError } from '../../src/json/input-error.js';
import { quoteValue } from '../../src/json/quoting.js';
import { schemas } from '../../src/service/petstore.js';
import type { PetStatus } from '../../src/service/schemas.js';
import type { InventoryModel } from './model.js';
import { roundedError } from './open-catalogue.js';

/** One entry of the stock (§2.1), with its exact id: a bigint if a number would be rounded. */
export interface StockItem {
  readonly petId: number | bigint;
  readonly quantity: number;
  readonly status: PetStatus;
}

/** Creates what reads and sets the stock without requests. An id may be a number, a bigint or a string of digits. */
export function createInventoryControl(inventory: InventoryModel) {
  return {
    /** Every entry, in insertion order. */
    list: (): StockItem[] => inventory.list().map(toItem),
    /** Returns one entry; undefined for a pet that is not in stock. Throws an InputError for an invalid id. */
    get(petId: number | bigint | string): StockItem | undefined {
      const record = inventory.get(petIdText('Reading the stock', petId));
      return record && toItem(record);
    },
    /** Changes an entry and returns it; a plain number is its quantity, any safe integer. A new pet needs both fields. Throws an InputError. */
    set(petId: number | bigint | string, change: number | Partial<Omit<StockItem, 'petId'>>): StockItem {
      const attempted = 'Setting the stock';
      const id = petIdText(attempted, petId);
      const { quantity, status } = { ...inventory.get(id), ...checkedChange(attempted, id, change) };
      if (quantity === undefined || status === undefined) {
        const problem = `the pet ${id} is not in stock; adding it needs quantity and status`;
        throw new InputError(attempted, problem, "Try { quantity: 5, status: 'available' }.", 'Pass both.');
      }
      return toItem(inventory.put({ petId: id, quantity, status }));
    },
  };
}

/** Reads and changes the stock of a fake. */
export interface InventoryControl extends ReturnType<typeof createInventoryControl> {}

export function soldOut({ petId }: StockRecord): StockRecord {
  return { petId, quantity: 0, status: 'sold' };
}

function toItem({ petId, quantity, status }: StockRecord): StockItem {
  return { petId: petIdValue(petId), quantity, status };
}

const statuses: readonly unknown[] = schemas.PetStatus.enum;

/** Parses a change of an entry: a quantity, or some of the fields. Throws an InputError for an invalid one. */
export function checkedChange(attempted: string, petId: Int64Text, change: unknown): Partial<Omit<StockItem, 'petId'>> {
  if (typeof change === 'number') return { quantity: checkedQuantity(attempted, change) };
  const example = "5, or { quantity: 5, status: 'sold' }";
  const fields = checkedFields(attempted, 'the change', change, ['quantity', 'status', 'petId'], example);
  // A changed item is accepted too, if it keeps its id.
  if (fields.petId !== undefined && petIdText(attempted, fields.petId as number) !== petId) {
    throw new InputError(attempted, `the id of a pet cannot change, and this is the pet ${petId}`, `Try ${example}.`);
  }
  const { quantity, status } = fields;
  return {
    ...(quantity !== undefined && { quantity: checkedQuantity(attempted, quantity) }),
    ...(status !== undefined && { status: checkedStatus(attempted, status) }),
  };
}

function checkedQuantity(attempted: string, quantity: unknown): number {
  if (!Number.isSafeInteger(quantity)) {
    const remedy = 'Try 5: any integer that a double represents exactly.';
    throw new InputError(attempted, `${quoteValue(quantity)} is not a quantity`, remedy);
  }
  // -0 becomes 0.
  return (quantity as number) + 0;
}

function checkedStatus(attempted: string, status: unknown): PetStatus {
  if (statuses.includes(status)) return status as PetStatus;
  throw new InputError(attempted, `${quoteValue(status)} is not a status`, `Statuses: ${statuses.join(', ')}.`);
}

/** Parses an id: a number, a bigint or a string of digits. Throws an InputError if it is not an int64, or may have been rounded. */
export function petIdText(attempted: string, petId: number | bigint | string): Int64Text {
  assertNotPromise(attempted, 'the pet id', petId);
  if (typeof petId === 'number' && Number.isInteger(petId) && !Number.isSafeInteger(petId)) {
    throw roundedError(attempted, `the pet id ${petId}`);
  }
  const isIdType = typeof petId === 'number' || typeof petId === 'bigint' || typeof petId === 'string';
  const text = isIdType ? String(petId) : '';
  if (isInt64Text(text)) return text;
  const range = 'an integer from -2^63 to 2^63-1';
  throw new InputError(
    attempted,
    `${quoteValue(petId)} is not a pet id`,
    `Try 7, 7n or '7': ${range}.`,
    `Try 7: ${range}.`,
  );
}

export function petIdValue(petId: Int64Text): number | bigint {
  const value = Number(petId);
  return Number.isSafeInteger(value) ? value : BigInt(petId);
}
