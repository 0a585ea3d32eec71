import { quoteValue } from '../../src/json/quote-value.js';
import type { Int64Text } from '../../src/spec/int64.js';
import { type PetStatus, schemas } from '../../src/spec/schemas.js';
import { checkedFields } from '../../src/validation/checked-fields.js';
import { InputError } from '../../src/validation/input-error.js';
import { petIdText } from './pet-id.js';

const statuses: readonly unknown[] = schemas.PetStatus.enum;

interface StockChange {
  readonly quantity?: number;
  readonly status?: PetStatus;
}

/** Reads what is to change in a pet's entry: a quantity alone, or some of the fields. Throws an InputError for what cannot be. */
export function checkedChange(attempted: string, petId: Int64Text, change: unknown): StockChange {
  if (typeof change === 'number') return { quantity: checkedQuantity(attempted, change) };
  const example = "5, or { quantity: 5, status: 'sold' }";
  const fields = checkedFields(attempted, 'the change', change, ['quantity', 'status', 'petId'], example);
  // An item that was read, with a field changed, is a change too: its id is no news.
  if (fields.petId !== undefined && petIdText(attempted, fields.petId as number) !== petId) {
    throw new InputError(attempted, `a pet's id cannot be changed, and this is the pet ${petId}`, `Try ${example}.`);
  }
  const { quantity, status } = fields;
  return {
    ...(quantity !== undefined && { quantity: checkedQuantity(attempted, quantity) }),
    ...(status !== undefined && { status: checkedStatus(attempted, status) }),
  };
}

function checkedQuantity(attempted: string, quantity: unknown): number {
  if (!Number.isSafeInteger(quantity)) {
    const remedy = 'Try 5: any whole number that a double holds exactly.';
    throw new InputError(attempted, `${quoteValue(quantity)} is no quantity`, remedy);
  }
  // JSON has a -0, and nobody wants to see it in stock.
  return (quantity as number) + 0;
}

function checkedStatus(attempted: string, status: unknown): PetStatus {
  if (statuses.includes(status)) return status as PetStatus;
  throw new InputError(attempted, `${quoteValue(status)} is no status`, `Statuses: ${statuses.join(', ')}.`);
}
