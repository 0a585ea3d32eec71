import type { SchemaName } from './schemas.js';
import type { StatementId } from './statements.js';

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

/** Everything that the project knows about one operation of the service. */
export interface Operation {
  readonly id: OperationId;
  readonly area: keyof typeof areas;
  readonly method: 'GET' | 'PATCH' | 'POST';
  /** Path template below the address; `{petId}` is an int64. */
  readonly path: string;
  /** The address that the path is below. The messages URL may differ from the base URL (open question `messages-base-url`). */
  readonly address: 'base' | 'messages';
  readonly section: string;
  /** The statement that promises its successful response. */
  readonly statement: StatementId;
  readonly summary: string;
  readonly stability: 'stable' | 'experimental';
  readonly deprecated: boolean;
  /** The operation that replaces a deprecated one. */
  readonly successor?: OperationId;
  /** The open question whether it uses quota and carries the rate-limit headers. Undefined: it does (§8.1). */
  readonly rateLimitQuestion?: 'messages-rate-limited';
  readonly requestSchema?: SchemaName;
  readonly requestExample?: object;
  /** The open question how another content type is treated. */
  readonly contentTypeQuestion?: 'update-content-type' | 'message-content-type';
  /** The status of success as the document gives it; `2xx` where it gives no number. Undefined: it shows no success at all. */
  readonly success?: '200' | '2xx';
  /** Statuses that the document names for this operation, with the shape of their bodies. */
  readonly responses: Readonly<Record<number, DocumentedResponse>>;
}

/** Fields that most operations share; the table names those that differ. */
const usual = { address: 'base', stability: 'stable', deprecated: false } as const;
const usualResponses: Operation['responses'] = {
  401: { schema: 'Error', description: 'Missing or invalid API key' },
  429: { schema: 'Error', description: 'Rate limit exceeded' },
};

type OperationEntry = Omit<Operation, 'id' | 'successor' | keyof typeof usual> &
  Partial<Pick<Operation, keyof typeof usual>> & { readonly successor?: string };

/** §4: the five operations of the service. */
const table = {
  listInventory: {
    area: 'Inventory',
    method: 'GET',
    path: '/inventory',
    section: '4.1',
    statement: 'inventory.answers-200-with-items',
    summary: 'Returns current stock levels for all pets in the store',
    success: '200',
    responses: {
      200: { schema: 'InventoryList', description: 'JSON array of InventoryItem' },
    },
  },
  updateInventory: {
    area: 'Inventory',
    method: 'PATCH',
    path: '/inventory/{petId}',
    section: '4.2',
    statement: 'update.answers-200-with-updated-item',
    summary: 'Sets the stock quantity of one pet',
    stability: 'experimental',
    requestSchema: 'InventoryUpdate',
    requestExample: { quantity: 12 },
    contentTypeQuestion: 'update-content-type',
    success: '200',
    responses: {
      200: { schema: 'InventoryItem', description: 'The updated entry' },
      400: { schema: 'Error', description: 'Body missing required fields or containing invalid values' },
      404: { schema: 'Error', description: 'The requested resource could not be found' },
    },
  },
  sendMessage: {
    area: 'Messages',
    method: 'POST',
    path: '/messages',
    address: 'messages',
    section: '4.3',
    statement: 'messages.answers-with-message',
    summary: 'Queues a message',
    rateLimitQuestion: 'messages-rate-limited',
    requestSchema: 'MessageRequest',
    contentTypeQuestion: 'message-content-type',
    requestExample: { message: 'Hello from the quickstart' },
    success: '2xx',
    responses: {
      200: { schema: 'Message', description: 'The message was queued' },
      400: { schema: 'Error', description: 'Invalid JSON, missing `message`, or missing content type header' },
    },
  },
  getPet: {
    area: 'Pets',
    method: 'GET',
    path: '/pets/{petId}',
    section: '4.4',
    statement: 'service.has-pets-and-store-areas',
    summary: 'Looks up one pet; deprecated, with a sunset date',
    deprecated: true,
    successor: 'listInventory',
    responses: {
      200: { schema: 'Pet', description: 'The pet' },
    },
  },
  listOrders: {
    area: 'Store',
    method: 'GET',
    path: '/store/orders',
    section: '4.4',
    statement: 'orders.exists',
    summary: 'Lists the orders',
    responses: {
      200: { schema: 'OrderList', description: 'The orders' },
    },
  },
} as const satisfies Readonly<Record<string, OperationEntry>>;

type Table = typeof table;

/** The id of an operation (§4). */
export type OperationId = keyof Table;

/** The operations of the service by id (§4). */
export const operations = Object.fromEntries(
  Object.entries<OperationEntry>(table).map(([id, { responses, ...entry }]) => [
    id,
    { ...usual, ...entry, id, responses: { ...usualResponses, ...responses } },
  ]),
) as Readonly<Record<OperationId, Operation>>;

/** In the order of the document. */
export const operationIds = Object.keys(operations) as OperationId[];

/** The operation that open questions about deprecation and sunset are about (§9). */
export const deprecatedOperation = Object.values(operations).find(({ deprecated }) => deprecated) as Operation;

/** Returns whether a request was for a deprecated operation; false where it was for none. */
export function isDeprecated(id: OperationId | undefined): boolean {
  return id !== undefined && operations[id].deprecated;
}

/** Returns whether an operation's path contains a pet id. */
export function hasPetId({ path }: Operation): boolean {
  return path.includes('{petId}');
}

/** Returns whether the limits of §8 are known to apply to an operation: for the others that is an open question. */
export function isAlwaysRateLimited(id: OperationId): boolean {
  return operations[id].rateLimitQuestion === undefined;
}
