import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { openObject } from '../json/schema-builders.js';

const petStatusSchema = {
  type: 'string',
  enum: ['available', 'pending', 'sold'],
  description: 'Status of the pet',
} as const satisfies JSONSchema;

/** §2.1: stock of one pet. `petId` is an int64: values beyond 2^53 do not fit a JavaScript number. */
export const inventoryItemSchema = openObject({
  petId: { type: 'integer', format: 'int64', description: 'Id of the animal the entry tracks' },
  quantity: { type: 'integer', description: 'Current stock count' },
  status: petStatusSchema,
});

const errorSchema = openObject({
  code: { type: 'string', description: 'Machine-readable error code' },
  message: { type: 'string', description: 'Human-readable description' },
  status: { type: 'integer', description: 'The HTTP status code' },
});

/** What several operations have in their bodies, by name; an operation's file has its own. */
export const sharedSchemas = { InventoryItem: inventoryItemSchema, PetStatus: petStatusSchema, Error: errorSchema };

/** The status of a pet (§2.2). */
export type PetStatus = FromSchema<typeof petStatusSchema>;
/** Keeps only the documented fields: the derived type would accept misspelt ones. */
export type WithoutIndexSignature<T> = { [Field in keyof T as string extends Field ? never : Field]: T[Field] };

/** One entry of the stock (§2.1). */
export type InventoryItem = WithoutIndexSignature<FromSchema<typeof inventoryItemSchema>>;
/** The body of an error response (§2.4). */
export type ErrorBody = WithoutIndexSignature<FromSchema<typeof errorSchema>>;

export const inventoryItemExample: InventoryItem = { petId: 42, quantity: 12, status: 'available' };
