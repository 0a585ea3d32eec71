import type { SchemaName } from './schemas.js';

export type OperationId = 'listInventory' | 'updateInventory' | 'sendMessage' | 'getPet' | 'listOrders';

/** The areas of the service (§1, §4) and what they are for. */
export const areas = {
  Inventory: 'Stock control for pets',
  Messages: 'Sending messages (quickstart example)',
  Pets: 'Pet lookup; named only in passing',
  Store: 'Orders; named only in passing',
} as const;

export interface DocumentedResponse {
  readonly schema: SchemaName;
  /** The condition in the document's words. */
  readonly description: string;
}

export interface Operation {
  readonly id: OperationId;
  readonly area: keyof typeof areas;
  readonly method: 'GET' | 'PATCH' | 'POST';
  /** Path template below the base URL; `{petId}` is an int64. */
  readonly path: string;
  /** Section of the document. */
  readonly section: string;
  readonly summary: string;
  readonly stability: 'stable' | 'experimental';
  readonly deprecated: boolean;
  readonly requestSchema?: SchemaName;
  /** Statuses that the document names for this operation, with the shape of their bodies. */
  readonly responses: Readonly<Record<number, DocumentedResponse>>;
}

const unauthorized = { schema: 'Error', description: 'Missing or invalid API key' } as const;
const limited = { schema: 'Error', description: 'Rate limit exceeded' } as const;

/** §4: the five operations of the service. */
export const operations: Readonly<Record<OperationId, Operation>> = {
  listInventory: {
    id: 'listInventory',
    area: 'Inventory',
    method: 'GET',
    path: '/inventory',
    section: '4.1',
    summary: 'Returns current stock levels for all pets in the store',
    stability: 'stable',
    deprecated: false,
    responses: {
      200: { schema: 'InventoryList', description: 'JSON array of InventoryItem' },
      401: unauthorized,
      429: limited,
    },
  },
  updateInventory: {
    id: 'updateInventory',
    area: 'Inventory',
    method: 'PATCH',
    path: '/inventory/{petId}',
    section: '4.2',
    summary: 'Sets the stock quantity of one pet',
    stability: 'experimental',
    deprecated: false,
    requestSchema: 'InventoryUpdate',
    responses: {
      200: { schema: 'InventoryItem', description: 'The updated entry' },
      400: { schema: 'Error', description: 'Body missing required fields or containing invalid values' },
      401: unauthorized,
      404: { schema: 'Error', description: 'The requested resource could not be found' },
      429: limited,
    },
  },
  sendMessage: {
    id: 'sendMessage',
    area: 'Messages',
    method: 'POST',
    path: '/messages',
    section: '4.3',
    summary: 'Queues a message',
    stability: 'stable',
    deprecated: false,
    requestSchema: 'MessageRequest',
    responses: {
      200: { schema: 'Message', description: 'The message was queued' },
      400: { schema: 'Error', description: 'Invalid JSON, missing `message`, or missing content type header' },
      401: unauthorized,
      429: limited,
    },
  },
  getPet: {
    id: 'getPet',
    area: 'Pets',
    method: 'GET',
    path: '/pets/{petId}',
    section: '4.4',
    summary: 'Looks up one pet; deprecated, with a sunset date',
    stability: 'stable',
    deprecated: true,
    responses: {
      200: { schema: 'Pet', description: 'The pet' },
      401: unauthorized,
      429: limited,
    },
  },
  listOrders: {
    id: 'listOrders',
    area: 'Store',
    method: 'GET',
    path: '/store/orders',
    section: '4.4',
    summary: 'Lists the orders',
    stability: 'stable',
    deprecated: false,
    responses: {
      200: { schema: 'OrderList', description: 'The orders' },
      401: unauthorized,
      429: limited,
    },
  },
};

/** In the order of the document. */
export const operationIds = Object.keys(operations) as OperationId[];

const ofKeys = ['key-missing', 'key-wrong', 'key-not-bearer'] as const;
const ofPetIds = ['pet-unknown', 'pet-id-malformed'] as const;
const ofBodies = [
  'content-type-wrong',
  'body-empty',
  'body-malformed',
  'body-no-object',
  'field-missing',
  'field-wrong',
  'field-unknown',
] as const;

/** The situations that an operation shares with others: a deployment may refuse them there in a way of its own. */
const sharedSituations = {
  listInventory: ofKeys,
  updateInventory: [...ofKeys, ...ofPetIds, ...ofBodies],
  sendMessage: [...ofKeys, ...ofBodies],
  getPet: [...ofKeys, ...ofPetIds],
  listOrders: ofKeys,
} as const satisfies Readonly<Record<OperationId, readonly string[]>>;

/** A situation as one operation refuses it: `updateInventory pet-unknown`. */
export type OperationError = {
  [Id in OperationId]: `${Id} ${(typeof sharedSituations)[Id][number]}`;
}[OperationId];

/** Every situation that more operations than one have, as each of them refuses it. */
export const operationErrors = Object.entries(sharedSituations).flatMap(([operation, situations]) =>
  situations.map((situation) => `${operation} ${situation}`),
) as OperationError[];
