import { InputError } from '../../spec/validation/input-error.js';
import type { KeyMint } from '../schemas/keys.js';
import type { AdminClient, OwnWorld } from './admin-client.js';
import {
  type AdminClientOptions,
  AdminError,
  type Caller,
  checkOptions,
  checkWorldId,
  createCaller,
} from './caller.js';
import { readEvents } from './read-events.js';

/**
 * Creates what steers and watches a fake that runs elsewhere, from Node.js or a browser. Sends nothing yet. Throws an InputError
 * for options that cannot be.
 */
export function createAdminClient(options: AdminClientOptions): AdminClient {
  return clientOf(checkOptions(options));
}

function clientOf(options: Required<AdminClientOptions>): AdminClient {
  const caller = createCaller(options);
  const { json } = caller;
  const client: AdminClient = {
    url: options.url,
    worldId: options.world,
    world: (id) => clientOf({ ...options, world: checkWorldId(id) }),
    health: () => json('getHealth'),
    version: () => json('getVersion'),
    description: () => json('getAdminDescription'),
    serviceDescription: () => json('getServiceDescription'),
    state: () => json('getState'),
    reset: () => json('reset'),
    seed: (body) => json('seed', { body }),
    inventory: {
      list: (query = {}) => json('listStock', { query }),
      set: async (petId, body) => json('setStock', { path: { petId: petIdText(petId) }, body }),
    },
    snapshots: {
      list: () => json('listSnapshots'),
      take: (name) => json('takeSnapshot', { body: { name } }),
      restore: (name) => json('restoreSnapshot', { path: { name } }),
      delete: (name) => done(json('deleteSnapshot', { path: { name } })),
    },
    keys: keysOf(caller),
    limits: { set: (key, state) => json('setLimit', { body: { key, ...state } }) },
    clock: {
      get: () => json('getClock'),
      advance: (by) => json('advanceClock', { body: { by } }),
      set: async (to) => json('setClock', { body: { to: momentText(to) } }),
      freeze: () => json('freezeClock'),
      run: (scale) => json('runClock', { body: scale === undefined ? {} : { scale } }),
    },
    faults: {
      list: () => json('listFaults'),
      add: (body) => json('addFault', { body }),
      remove: (id) => done(json('removeFault', { path: { id } })),
      clear: () => done(json('clearFaults')),
    },
    scenarios: {
      list: () => json('listScenarios'),
      play: (name, play = {}) => json('playScenario', { body: { name, ...play } }),
    },
    behaviour: { list: () => json('listBehaviour'), set: (body) => json('changeBehaviour', { body }) },
    requests: requestsOf(caller),
    manners: (since) => json('getManners', { query: { since } }),
    findings: (since) => json('getFindings', { query: { since } }),
    traffic: () => json('getTraffic'),
    worlds: {
      open: (terms = {}) => openWorld(client, terms),
      list: (query = {}) => json('listWorlds', { query }),
      delete: (id) => done(json('deleteWorld', { path: { id } })),
    },
    events: (signal) => readEvents(caller, signal),
  };
  return client;
}

function keysOf({ json }: Caller): AdminClient['keys'] {
  return {
    list: (query = {}) => json('listKeys', { query }),
    mint: (body = {}) => json('mintKey', { body }),
    ban: (key, options = {}) => json('banKey', { body: { key, ...options } }),
    unban: (key) => json('unbanKey', { body: { key } }),
    revoke: (key) => json('revokeKey', { body: { key } }),
    delete: (key) => done(json('deleteKey', { body: { key } })),
  };
}

function requestsOf({ json }: Caller): AdminClient['requests'] {
  return {
    list: (query = {}) => json('listRequests', { query }),
    get: (number) => json('getRequest', { path: { number } }),
    count: async (filter = {}) => (await json<{ count: number }>('countRequests', { query: filter })).count,
    waitFor: (filter = {}, options = {}) => json('waitForRequests', { query: { ...filter, ...options } }),
    clear: () => done(json('clearRequests')),
    har: () => json('exportRequests'),
  };
}

async function done(call: Promise<unknown>): Promise<void> {
  await call;
}

/** A number beyond 2^53 is not the one that was meant. */
function petIdText(petId: string | number | bigint): string {
  if (typeof petId !== 'number' || Number.isSafeInteger(petId)) return String(petId);
  const remedy = "Give it as text, such as '9007199254740993', or as a bigint.";
  throw new InputError('Setting the stock of a pet', `the number ${petId} is no exact petId`, remedy);
}

function momentText(moment: string | Date): string {
  if (typeof moment === 'string') return moment;
  // A Date of jsdom is no instance of ours.
  const isDate = Object.prototype.toString.call(moment) === '[object Date]';
  if (isDate && !Number.isNaN(moment.getTime())) return moment.toISOString();
  const problem = isDate ? 'the Date is invalid' : 'the moment is neither text nor a Date';
  throw new InputError('Setting the clock', problem, "Try '2027-12-31T00:00:00Z'.");
}

/** Mints a key with a world of its own, and answers what steers that world. Rejects with an AdminError. */
async function openWorld(client: AdminClient, terms: KeyMint): Promise<OwnWorld> {
  const { key, world } = await client.world('shared').keys.mint({ ...terms, isolated: true });
  const drop = async () => {
    try {
      await client.worlds.delete(world);
    } catch (error) {
      if (!(error instanceof AdminError && error.code === 'not_found')) throw error;
    }
  };
  return { ...client.world(world), key, drop, [Symbol.asyncDispose]: drop };
}
