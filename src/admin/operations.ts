import type { JSONSchema } from 'json-schema-to-ts';
import { operationIds } from '../spec/operations.js';
import { SNAPSHOT_NAME } from './schemas/world.js';
import type { AdminSchemaName } from './schemas.js';

/** What the admin API is about, and what each part is for. */
export const adminAreas = {
  Server: 'The server itself',
  World: 'All of a world at once',
  Stock: 'What is in stock',
  Keys: 'API keys, their quotas and bans',
  Clock: 'The time of a world',
  Faults: 'What is to go wrong',
  Behaviour: 'Answers to open questions of the document',
  Requests: 'What was asked and answered',
  Worlds: 'Worlds of their own, each reached by its keys',
} as const;

export interface AdminOperation {
  readonly area: keyof typeof adminAreas;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/__admin`; parameters in braces. */
  readonly path: string;
  readonly summary: string;
  /** Whether it is about one world, which `?world=` names. */
  readonly isOfWorld: boolean;
  readonly query: readonly QueryParameter[];
  readonly body: { readonly schema: AdminSchemaName; readonly example: object } | undefined;
  readonly status: 200 | 201;
  /** `events`: a stream of server-sent events. */
  readonly response: AdminSchemaName | 'events';
}

type Details = Partial<Pick<AdminOperation, 'query' | 'body' | 'status'>>;

function describe(area: AdminOperation['area'], isOfWorld: boolean) {
  return (
    line: `${AdminOperation['method']} /${string}`,
    summary: string,
    response: AdminOperation['response'],
    { query = [], body, status = 200 }: Details = {},
  ): AdminOperation => {
    const [method, path] = line.split(' ') as [AdminOperation['method'], string];
    return { area, method, path, summary, isOfWorld, query, body, status, response };
  };
}

const server = describe('Server', false);
const world = describe('World', true);
const stock = describe('Stock', true);
const keys = describe('Keys', true);
const clock = describe('Clock', true);
const faults = describe('Faults', true);
const behaviour = describe('Behaviour', true);
const requests = describe('Requests', true);
const worlds = describe('Worlds', false);

const filter = ['operation', 'status', 'key', 'method', 'path', 'since'] as const satisfies QueryParameter[];

/** Everything that the admin API can do, by id. */
export const adminOperations = {
  getHealth: server('GET /health', 'Tells that the server is up', 'Health'),
  getVersion: server('GET /version', 'Tells what is running', 'Version'),
  getAdminDescription: server('GET /openapi.json', 'Describes this API as OpenAPI 3.1', 'Document'),
  getServiceDescription: server('GET /service.json', 'Describes the faked service as OpenAPI 3.1', 'Document'),

  getState: world('GET /state', 'Tells what there is in a world', 'WorldState'),
  reset: world('POST /reset', 'Forgets all that happened, as if the world had just begun', 'WorldState'),
  seed: world('POST /seed', 'Opens another store and forgets all that happened', 'WorldState', {
    body: { schema: 'SeedAsk', example: { pets: 10, seed: 7 } },
  }),
  listSnapshots: world('GET /snapshots', 'Lists the snapshots', 'SnapshotList'),
  takeSnapshot: world('POST /snapshots', 'Remembers everything as it is now, under a name', 'SnapshotState', {
    body: { schema: 'SnapshotTake', example: { name: 'before' } },
    status: 201,
  }),
  restoreSnapshot: world('POST /snapshots/{name}/restore', 'Puts everything back as it was', 'WorldState'),
  deleteSnapshot: world('DELETE /snapshots/{name}', 'Forgets a snapshot', 'Done'),
  listScenarios: world('GET /scenarios', 'Lists the situations that can be brought about', 'ScenarioList'),
  playScenario: world('POST /scenarios', 'Brings a situation about, on top of what is there', 'WorldState', {
    body: { schema: 'ScenarioPlay', example: { name: 'sold-out' } },
  }),

  listStock: stock('GET /inventory', 'Lists the stock in the order of ids', 'StockPage', {
    query: ['limit', 'after', 'search'],
  }),
  setStock: stock('PATCH /inventory/{petId}', 'Sets the stock of a pet; a new pet needs both fields', 'StockEntry', {
    body: { schema: 'StockChange', example: { quantity: 5, status: 'available' } },
  }),

  listKeys: keys('GET /keys', 'Lists the keys with their quotas', 'KeyPage', { query: ['limit', 'after'] }),
  mintKey: keys('POST /keys', 'Gives out a new key, on request with a world of its own', 'MintedKey', {
    body: { schema: 'KeyMint', example: { plan: 'pro', isolated: true } },
    status: 201,
  }),
  banKey: keys('POST /keys/ban', 'Bans a key', 'KeyState', {
    body: { schema: 'KeyBan', example: { key: 'test_free', for: '5m' } },
  }),
  unbanKey: keys('POST /keys/unban', 'Ends a ban', 'KeyState', {
    body: { schema: 'KeyNamed', example: { key: 'test_free' } },
  }),
  revokeKey: keys('POST /keys/revoke', 'Makes a key invalid: 401 from now on', 'KeyState', {
    body: { schema: 'KeyNamed', example: { key: 'test_free' } },
  }),
  deleteKey: keys('POST /keys/delete', 'Forgets a key: 401 from now on, as for one that never was', 'Done', {
    body: { schema: 'KeyNamed', example: { key: 'test_free' } },
  }),
  setLimit: keys('POST /limits', 'Says how many requests a key has left', 'KeyState', {
    body: { schema: 'LimitSet', example: { key: 'test_free', remaining: 3 } },
  }),

  getClock: clock('GET /clock', 'Tells the time', 'ClockState'),
  advanceClock: clock('POST /clock/advance', 'Moves time forward', 'ClockState', {
    body: { schema: 'ClockAdvance', example: { by: '61s' } },
  }),
  setClock: clock('POST /clock/set', 'Moves time to a moment, back or forth', 'ClockState', {
    body: { schema: 'ClockSet', example: { to: '2027-12-31T00:00:00Z' } },
  }),
  freezeClock: clock('POST /clock/freeze', 'Lets time stand still', 'ClockState'),
  runClock: clock('POST /clock/run', 'Lets time pass, on request slower or faster', 'ClockState', {
    body: { schema: 'ClockRun', example: { scale: 60 } },
  }),

  listFaults: faults('GET /faults', 'Lists what is to go wrong', 'FaultList'),
  addFault: faults('POST /faults', 'Lets something go wrong', 'FaultState', {
    body: { schema: 'FaultAsk', example: { operation: 'updateInventory', status: 503, count: 3 } },
    status: 201,
  }),
  removeFault: faults('DELETE /faults/{id}', 'Takes one fault back', 'Done'),
  clearFaults: faults('DELETE /faults', 'Takes every fault back', 'Done'),

  listBehaviour: behaviour('GET /behaviour', 'Lists the open questions and how they are answered', 'BehaviourList'),
  changeBehaviour: behaviour('PATCH /behaviour', 'Answers some open questions otherwise', 'BehaviourList', {
    body: { schema: 'BehaviourChange', example: { 'ban-threshold': 5 } },
  }),

  listRequests: requests('GET /requests', 'Lists requests', 'RequestPage', {
    query: [...filter, 'order', 'limit', 'after'],
  }),
  countRequests: requests('GET /requests/count', 'Counts requests', 'RequestCount', { query: filter }),
  waitForRequests: requests('GET /requests/wait', 'Waits until so many requests have come', 'RequestsSeen', {
    query: [...filter, 'count', 'timeout'],
  }),
  exportRequests: requests('GET /requests/har', 'Answers the journal as HAR 1.2', 'Document'),
  getRequest: requests('GET /requests/{number}', 'Tells one exchange in full', 'RequestDetail'),
  clearRequests: requests('DELETE /requests', 'Empties the journal; numbers go on', 'Done'),
  getManners: requests('GET /manners', 'Judges how well-mannered the clients were', 'MannersReport', {
    query: ['since'],
  }),
  getFindings: requests(
    'GET /findings',
    'Judges whether the answers kept what the document promises',
    'FindingsReport',
    {
      query: ['since'],
    },
  ),
  getTraffic: requests('GET /traffic', 'Tells the requests of each second, by status', 'Traffic'),
  watchEvents: requests('GET /events', 'Tells of everything as it happens', 'events'),

  listWorlds: worlds('GET /worlds', 'Lists the worlds', 'WorldPage', { query: ['limit', 'after'] }),
  deleteWorld: worlds('DELETE /worlds/{id}', 'Drops a world and its keys', 'Done'),
} as const satisfies Record<string, AdminOperation>;

export type AdminOperationId = keyof typeof adminOperations;

export interface AdminParameter {
  readonly description: string;
  /** What its text must be once it is read. */
  readonly schema: JSONSchema;
  /** A value that works, as text. */
  readonly example: string;
}

/** What may stand in a path. */
export const pathParameters = {
  petId: { description: 'Id of the pet', schema: { type: 'string', pattern: '^-?\\d+$' }, example: '1' },
  name: {
    description: 'Name of the snapshot',
    schema: { type: 'string', pattern: SNAPSHOT_NAME.source },
    example: 'before',
  },
  id: { description: 'Its id', schema: { type: 'string' }, example: '1' },
  number: { description: 'Number of the request', schema: { type: 'integer', minimum: 1 }, example: '1' },
} as const satisfies Record<string, AdminParameter>;

/** What may stand in a query. */
export const queryParameters = {
  world: { description: 'The world that is meant; default `shared`', schema: { type: 'string' }, example: 'w1' },
  limit: {
    description: 'How many at most; default 100',
    schema: { type: 'integer', minimum: 1, maximum: 1000 },
    example: '100',
  },
  after: { description: 'The `next` of the part before', schema: { type: 'string' }, example: '100' },
  search: { description: 'Only pets whose id has these digits', schema: { type: 'string' }, example: '42' },
  operation: {
    description: 'Only requests to this operation',
    schema: { enum: operationIds },
    example: 'updateInventory',
  },
  status: {
    description: 'Only requests with this status, or of this class',
    schema: { type: 'string', pattern: '^[1-5](?:\\d\\d|xx)$' },
    example: '429',
  },
  key: {
    description: 'Only requests with this key: its pseudonym (`key#1`, in a URL `key%231`), or its text',
    schema: { type: 'string', pattern: '\\S' },
    example: 'key#1',
  },
  method: {
    description: 'Only requests of this method',
    schema: { type: 'string', pattern: '^[A-Z]+$' },
    example: 'PATCH',
  },
  path: { description: 'Only requests whose path has this in it', schema: { type: 'string' }, example: '/inventory' },
  since: {
    description: 'Only requests after the one of this number',
    schema: { type: 'integer', minimum: 0 },
    example: '17',
  },
  order: {
    description: 'Newest or oldest first; default newest',
    schema: { enum: ['newest', 'oldest'] },
    example: 'oldest',
  },
  count: { description: 'How many to wait for; default 1', schema: { type: 'integer', minimum: 1 }, example: '2' },
  timeout: { description: 'How long to wait, at most 60s; default 5s', schema: { type: 'string' }, example: '5s' },
} as const satisfies Record<string, AdminParameter>;

export type QueryParameter = keyof typeof queryParameters;

/** Returns whether a proxy in front of a real service can answer an operation, too: it watches, and has nothing that could be steered. */
export function isForProxy(operation: AdminOperation): boolean {
  const { area } = operation;
  return area === 'Server' || area === 'Requests' || operation === adminOperations.getState;
}
