import { type AdminOperation, define } from './operation.js';
import { exampleOperation, type QueryParameter } from './parameters.js';
import { stockOperations } from './stock-operations.js';

export { type AdminOperation, adminAreas } from './operation.js';
export { type AdminParameter, pathParameters, type QueryParameter, queryParameters } from './parameters.js';

const server = define('Server', { isOfWorld: false, isForProxy: true });
const world = define('World');
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

  ...stockOperations,

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
    body: { schema: 'FaultOptions', example: { operation: exampleOperation, status: 503, count: 3 } },
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
