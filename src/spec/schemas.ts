import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { openObject } from './schema-builders.js';

/** §2.2: the three states of a pet. */
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

/** §4.1: the response of `listInventory`. */
const inventoryListSchema = { type: 'array', items: inventoryItemSchema } as const satisfies JSONSchema;

/** §2.3: the request body of `updateInventory`. */
const inventoryUpdateSchema = openObject({ quantity: { type: 'integer', description: 'The new stock count' } });

/** §2.4: the body of every error. */
const errorSchema = openObject({
  code: { type: 'string', description: 'Machine-readable error code' },
  message: { type: 'string', description: 'Human-readable description' },
  status: { type: 'integer', description: 'The HTTP status code' },
});

/** §4.3: the request body of `sendMessage`. */
const messageRequestSchema = openObject({ message: { type: 'string', description: 'The text to send' } });

/** §2.5: a message that was accepted. */
const messageSchema = openObject({
  id: { type: 'string', description: 'Identifier of the message' },
  message: { type: 'string', description: 'The text that was sent' },
  status: { type: 'string', description: 'Processing state; the value `queued` is shown', examples: ['queued'] },
  createdAt: { type: 'string', description: 'Creation time, an ISO 8601 timestamp' },
});

/** §4.4: a pet. Its fields are not shown by the document (open question `pet-shape`). */
const petSchema = {
  type: 'object',
  additionalProperties: true,
  description: 'A pet. The document does not show its fields.',
} as const satisfies JSONSchema;

/** §4.4: the orders. Neither their fields nor their envelope are shown by the document (open question `order-shape`). */
const orderListSchema = {
  description: 'The orders. The document does not show their shape.',
} as const satisfies JSONSchema;

/** Every schema of the document by the name that the operations use. */
export const schemas = {
  InventoryItem: inventoryItemSchema,
  InventoryList: inventoryListSchema,
  InventoryUpdate: inventoryUpdateSchema,
  PetStatus: petStatusSchema,
  Error: errorSchema,
  MessageRequest: messageRequestSchema,
  Message: messageSchema,
  Pet: petSchema,
  OrderList: orderListSchema,
} as const;

export type SchemaName = keyof typeof schemas;

/** The status of a pet (§2.2). */
export type PetStatus = FromSchema<typeof petStatusSchema>;
/** Keeps only the documented fields: the derived type would accept misspelt ones. */
type NamedFields<T> = { [Field in keyof T as string extends Field ? never : Field]: T[Field] };

/** One entry of the stock (§2.1). */
export type InventoryItem = NamedFields<FromSchema<typeof inventoryItemSchema>>;
/** The body of an update (§2.3). */
export type InventoryUpdate = NamedFields<FromSchema<typeof inventoryUpdateSchema>>;
/** The body of an error response (§2.4). */
export type ErrorBody = NamedFields<FromSchema<typeof errorSchema>>;
/** The body of a message to send (§4.3). */
export type MessageRequest = NamedFields<FromSchema<typeof messageRequestSchema>>;
/** A message that was sent (§2.5). */
export type Message = NamedFields<FromSchema<typeof messageSchema>>;
