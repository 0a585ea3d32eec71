import type { JSONSchema } from 'json-schema-to-ts';
import { operationIds } from '../service/petstore.js';
import { SNAPSHOT_NAME } from './schemas/shapes.js';
import type { AdminSchemaName } from './schemas.js';

/** The areas of the admin API. */
export const adminAreas = {
  Server: 'The server itself',
  World: 'A world as a whole',
  Stock: 'Stock levels',
  Keys: 'API keys, their quotas and bans',
  Clock: 'The clock of a world',
  Faults: 'Injected faults',
  Behaviour: 'Choices for the open questions of the document',
  Requests: 'Recorded requests, reports and events',
  Worlds: 'Isolated worlds, each reached by its keys',
} as const;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface AdminOperation {
  readonly area: keyof typeof adminAreas;
  /** Name of the client's method: `clock.advance`, or `reset`. */
  readonly call: string;
  readonly method: Method;
  /** Below `/__admin`; parameters in braces. */
  readonly path: string;
  readonly summary: string;
  /** Whether it concerns one world, which `?world=` names. */
  readonly isOfWorld: boolean;
  /** Whether a proxy supports it, too: a proxy is watched and has no state to change. */
  readonly isForProxy: boolean;
  readonly query: readonly QueryParameter[];
  readonly body:
    | {
        readonly schema: AdminSchemaName;
        readonly example: object;
        /** For a whole document that has a parser of its own: its field in the client's argument, JSON text or data. */
        readonly document?: string;
      }
    | undefined;
  readonly status: 200 | 201;
  /** Whether the response waits for something to happen. */
  readonly staysOpen: boolean;
  /** `events`: a stream of server-sent events. */
  readonly response: AdminSchemaName | 'events';
}

type Details = Partial<Pick<AdminOperation, 'query' | 'body' | 'status' | 'isForProxy' | 'staysOpen'>>;

/** An operation with the literal types that the typed client is derived from. */
interface Defined<Call, Line, Response, Given extends Details> extends AdminOperation {
  readonly call: Call & string;
  readonly path: (Line extends `${string} ${infer Path}` ? Path : never) & string;
  readonly response: Response & AdminOperation['response'];
  readonly query: Given extends { query: infer Query extends readonly QueryParameter[] } ? Query : readonly [];
  readonly body: Given extends { body: infer Body extends AdminOperation['body'] } ? Body : undefined;
}

function define(
  area: AdminOperation['area'],
  about: { readonly isOfWorld?: boolean; readonly isForProxy?: boolean } = {},
) {
  return <
    const Call extends string,
    const Line extends `${Method} /${string}`,
    const Response extends AdminOperation['response'],
    const Given extends Details = object,
  >(
    call: Call,
    line: Line,
    summary: string,
    response: Response,
    details?: Given,
  ) => {
    const [method, path] = line.split(' ') as [Method, string];
    const { isOfWorld = true, isForProxy = false } = about;
    const defaults = { query: [], body: undefined, status: 200, isOfWorld, isForProxy, staysOpen: false } as const;
    const operation: AdminOperation = { ...defaults, area, call, method, path, summary, response, ...details };
    return operation as Defined<Call, Line, Response, Given>;
  };
}

const server = define('Server', { isOfWorld: false, isForProxy: true });
const world = define('World');
const stock = define('Stock');
const keys = define('Keys');
const clock = define('Clock');
const faults = define('Faults');
const behaviour = define('Behaviour');
const requests = define('Requests', { isForProxy: true });
const worlds = define('Worlds', { isOfWorld: false });

const filter = ['operation', 'status', 'key', 'method', 'path', 'since'] as const satisfies QueryParameter[];

/** Every operation of the admin API, by id. The server, its OpenAPI document and the client are built from this table. */
export const adminOperations = {
  getHealth: server('health', 'GET /health', 'Reports that the server is up', 'Health'),
  getAdminDescription: server('description', 'GET /openapi.json', 'Describes this API as OpenAPI 3.1', 'Document'),

  getState: world('state', 'GET /state', 'Summarises a world', 'WorldState', { isForProxy: true }),
  getDigest: world('digest', 'GET /digest', 'Returns a text that is equal for equal states of a world', 'WorldDigest'),
  reset: world('reset', 'POST /reset', 'Resets a world to its initial state', 'WorldState'),
  seed: world('seed', 'POST /seed', 'Resets a world with other stock', 'WorldState', {
    body: { schema: 'SeedOptions', example: { pets: 10, seed: 7 } },
  }),
  listSnapshots: world('snapshots.list', 'GET /snapshots', 'Lists the snapshots', 'SnapshotList'),
  takeSnapshot: world('snapshots.take', 'POST /snapshots', 'Takes a named snapshot of the world', 'SnapshotState', {
    body: { schema: 'SnapshotOptions', example: { name: 'before' } },
    status: 201,
  }),
  getSnapshot: world(
    'snapshots.get',
    'GET /snapshots/{name}',
    'Returns a snapshot as a file: a state document',
    'StateDocument',
  ),
  putSnapshot: world(
    'snapshots.put',
    'PUT /snapshots/{name}',
    'Saves a state document as a snapshot',
    'SnapshotState',
    {
      body: {
        schema: 'StateDocument',
        example: { format: 'petstore-mock-state', version: 1 },
        document: 'state',
      },
    },
  ),
  restoreSnapshot: world(
    'snapshots.restore',
    'POST /snapshots/{name}/restore',
    'Restores the world from a snapshot',
    'WorldState',
  ),
  deleteSnapshot: world('snapshots.delete', 'DELETE /snapshots/{name}', 'Deletes a snapshot', 'Done'),
  listScenarios: world('scenarios.list', 'GET /scenarios', 'Lists the scenarios', 'ScenarioList'),
  playScenario: world('scenarios.play', 'POST /scenarios', 'Runs a scenario on the current state', 'WorldState', {
    body: { schema: 'ScenarioOptions', example: { name: 'sold-out' } },
  }),

  listStock: stock('inventory.list', 'GET /inventory', 'Lists the stock by pet id', 'StockPage', {
    query: ['limit', 'after', 'search'],
  }),
  setStock: stock(
    'inventory.set',
    'PATCH /inventory/{petId}',
    'Sets the stock of a pet; a new pet needs both fields',
    'StockEntry',
    { body: { schema: 'StockChange', example: { quantity: 5, status: 'available' } } },
  ),

  listKeys: keys('keys.list', 'GET /keys', 'Lists the keys with their quotas', 'KeyPage', {
    query: ['limit', 'after'],
  }),
  mintKey: keys('keys.mint', 'POST /keys', 'Creates a key, optionally with an isolated world', 'MintedKey', {
    body: { schema: 'KeyOptions', example: { plan: 'pro', isolated: true } },
    status: 201,
  }),
  banKey: keys('keys.ban', 'POST /keys/ban', 'Bans a key', 'KeyState', {
    body: { schema: 'KeyBan', example: { key: 'test_free', for: '5m' } },
  }),
  unbanKey: keys('keys.unban', 'POST /keys/unban', 'Ends a ban', 'KeyState', {
    body: { schema: 'KeyReference', example: { key: 'test_free' } },
  }),
  revokeKey: keys('keys.revoke', 'POST /keys/revoke', 'Revokes a key: 401 from now on', 'KeyState', {
    body: { schema: 'KeyReference', example: { key: 'test_free' } },
  }),
  deleteKey: keys('keys.delete', 'POST /keys/delete', 'Deletes a key: 401 as for an unknown key', 'Done', {
    body: { schema: 'KeyReference', example: { key: 'test_free' } },
  }),
  setLimit: keys('limits.set', 'POST /limits', 'Sets how many requests a key has left', 'KeyState', {
    body: { schema: 'LimitSet', example: { key: 'test_free', remaining: 3 } },
  }),

  getClock: clock('clock.get', 'GET /clock', 'Returns the time', 'ClockState'),
  advanceClock: clock('clock.advance', 'POST /clock/advance', 'Moves the clock forward', 'ClockState', {
    body: { schema: 'ClockAdvance', example: { by: '61s' } },
  }),
  setClock: clock('clock.set', 'POST /clock/set', 'Sets the clock, forward or back', 'ClockState', {
    body: { schema: 'ClockSet', example: { to: '2027-12-31T00:00:00Z' } },
  }),
  freezeClock: clock('clock.freeze', 'POST /clock/freeze', 'Stops the clock', 'ClockState'),
  runClock: clock('clock.run', 'POST /clock/run', 'Starts the clock, optionally at another speed', 'ClockState', {
    body: { schema: 'ClockRun', example: { scale: 60 } },
  }),

  listFaults: faults('faults.list', 'GET /faults', 'Lists the active faults', 'FaultList'),
  addFault: faults('faults.add', 'POST /faults', 'Adds a fault', 'FaultState', {
    body: { schema: 'FaultOptions', example: { operation: 'updateInventory', status: 503, count: 3 } },
    status: 201,
  }),
  removeFault: faults('faults.remove', 'DELETE /faults/{id}', 'Removes one fault', 'Done'),
  clearFaults: faults('faults.clear', 'DELETE /faults', 'Removes all faults', 'Done'),

  listBehaviour: behaviour(
    'behaviour.list',
    'GET /behaviour',
    'Lists the open questions with their current choices',
    'BehaviourList',
  ),
  changeBehaviour: behaviour(
    'behaviour.set',
    'PATCH /behaviour',
    'Changes the choices for some open questions',
    'BehaviourList',
    { body: { schema: 'BehaviourChange', example: { 'ban-threshold': 5 } } },
  ),

  listRequests: requests('requests.list', 'GET /requests', 'Lists requests', 'RequestPage', {
    query: [...filter, 'text', 'order', 'limit', 'after'],
  }),
  countRequests: requests('requests.count', 'GET /requests/count', 'Counts requests', 'RequestCount', {
    query: filter,
  }),
  waitForRequests: requests(
    'requests.waitFor',
    'GET /requests/wait',
    'Waits until a number of requests have arrived',
    'RequestWait',
    { query: [...filter, 'count', 'timeout'], staysOpen: true },
  ),
  exportRequests: requests('requests.har', 'GET /requests/har', 'Returns the journal as HAR 1.2', 'Document'),
  getRequest: requests('requests.get', 'GET /requests/{number}', 'Returns one exchange in full', 'RequestDetail'),
  replayRequest: requests(
    'requests.replay',
    'POST /requests/{number}/replay',
    'Sends a request again, as it was',
    'RequestDetail',
    { status: 201, isForProxy: false },
  ),
  clearRequests: requests('requests.clear', 'DELETE /requests', 'Clears the journal; numbering continues', 'Done'),
  getManners: requests('manners', 'GET /manners', 'Reports how well-mannered the clients are', 'MannersReport', {
    query: ['since'],
  }),
  getFindings: requests(
    'findings',
    'GET /findings',
    'Reports whether the responses conform to the document',
    'FindingsReport',
    { query: ['since'] },
  ),
  watchEvents: requests('events', 'GET /events', 'Streams all changes', 'events', { staysOpen: true }),

  listWorlds: worlds('worlds.list', 'GET /worlds', 'Lists the worlds', 'WorldPage', { query: ['limit', 'after'] }),
  deleteWorld: worlds('worlds.delete', 'DELETE /worlds/{id}', 'Drops a world and its keys', 'Done'),
} as const satisfies Record<string, AdminOperation>;

export type AdminOperationId = keyof typeof adminOperations;

export interface AdminParameter {
  readonly description: string;
  /** Schema of its parsed value. */
  readonly schema: JSONSchema;
  /** A valid value, as text. */
  readonly example: string;
}

/** Parameters of paths. */
export const pathParameters = {
  petId: { description: 'Id of the pet', schema: { type: 'string', pattern: '^-?\\d+$' }, example: '1' },
  name: {
    description: 'Name of the snapshot',
    schema: { type: 'string', pattern: SNAPSHOT_NAME.source },
    example: 'before',
  },
  id: { description: 'Id of the fault or world', schema: { type: 'string' }, example: '1' },
  number: { description: 'Number of the request', schema: { type: 'integer', minimum: 1 }, example: '1' },
} as const satisfies Record<string, AdminParameter>;

/** Parameters of queries. */
export const queryParameters = {
  world: { description: 'Id of the world; default `shared`', schema: { type: 'string' }, example: 'w1' },
  limit: {
    description: 'Maximum number of items; default 100',
    schema: { type: 'integer', minimum: 1, maximum: 1000 },
    example: '100',
  },
  after: { description: 'The `next` of the previous page', schema: { type: 'string' }, example: '100' },
  search: { description: 'Only pets whose id contains these digits', schema: { type: 'string' }, example: '42' },
  operation: {
    description: 'Only requests to this operation',
    schema: { enum: operationIds },
    example: 'updateInventory',
  },
  status: {
    description: 'Only requests with this status or status class',
    schema: { type: 'string', pattern: '^[1-5](?:\\d\\d|xx)$' },
    example: '429',
  },
  key: {
    description: 'Only requests with this key: its pseudonym (`key#1`, in a URL `key%231`) or the key itself',
    schema: { type: 'string', pattern: '\\S' },
    example: 'key#1',
  },
  method: {
    description: 'Only requests with this method',
    schema: { type: 'string', pattern: '^[A-Z]+$' },
    example: 'PATCH',
  },
  path: {
    description: 'Only requests whose path contains this text',
    schema: { type: 'string' },
    example: '/inventory',
  },
  since: { description: 'Only requests after this number', schema: { type: 'integer', minimum: 0 }, example: '17' },
  text: {
    description:
      'Only exchanges that show this text in the URL, headers or bodies, in any case; keys are pseudonyms there, and are not found',
    schema: { type: 'string', pattern: '^\\s*\\S[\\s\\S]{0,199}$' },
    example: 'quantity',
  },
  order: { description: 'Sort order; default newest first', schema: { enum: ['newest', 'oldest'] }, example: 'oldest' },
  count: {
    description: 'How many requests to wait for; default 1',
    schema: { type: 'integer', minimum: 1 },
    example: '2',
  },
  timeout: { description: 'How long to wait, up to 60s; default 5s', schema: { type: 'string' }, example: '5s' },
} as const satisfies Record<string, AdminParameter>;

export type QueryParameter = keyof typeof queryParameters;
