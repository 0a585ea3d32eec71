import type { FromSchema } from 'json-schema-to-ts';
import { getPet } from './operations/get-pet.js';
import { listInventory } from './operations/list-inventory.js';
import { listOrders } from './operations/list-orders.js';
import { sendMessage } from './operations/send-message.js';
import { updateInventory } from './operations/update-inventory.js';
import { sharedSchemas, type WithoutIndexSignature } from './schemas.js';
import { defineService, type Operation, type Service, type ServiceFrame } from './service.js';

export const petstoreFrame = {
  areas: {
    Inventory: 'Stock control for pets',
    Messages: 'Sending messages (quickstart example)',
    Pets: 'Pet lookup; named only in passing',
    Store: 'Orders; named only in passing',
  },
  schemas: sharedSchemas,
  examples: {},
} as const satisfies ServiceFrame;

/** §4: the operations of the service, in the order of the document. A new one is a line here. */
export const petstoreOperations = [listInventory, updateInventory, sendMessage, getPet, listOrders] as const;

/** The Petstore Inventory Service: the document as data. */
export const petstore: Service = defineService(petstoreFrame, petstoreOperations);

type Entry = (typeof petstoreOperations)[number];

/** The id of an operation (§4). */
export type OperationId = Entry['id'];

/** The operations of the service by id (§4). */
export const operations = petstore.operations as Readonly<Record<OperationId, Operation>>;
/** In the order of the document. */
export const operationIds = Object.keys(operations) as OperationId[];

/** Every schema of the document by name, with its type; `petstore.schemas` holds the same. */
export const schemas = {
  ...sharedSchemas,
  ...listInventory.schemas,
  ...updateInventory.schemas,
  ...sendMessage.schemas,
  ...getPet.schemas,
  ...listOrders.schemas,
} as const;

export type SchemaName = keyof typeof schemas;

/** The body of an update (§2.3). */
export type InventoryUpdate = WithoutIndexSignature<FromSchema<typeof schemas.InventoryUpdate>>;
/** The body of a message to send (§4.3). */
export type MessageRequest = WithoutIndexSignature<FromSchema<typeof schemas.MessageRequest>>;
/** A message that was sent (§2.5). */
export type Message = WithoutIndexSignature<FromSchema<typeof schemas.Message>>;
