// Long: servers end equal after any drawn traffic, whatever happens to their store.
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { World } from '../../../mocks/world.js';
import { createAdmin } from '../admin/admin.js';
import { createFakeResponder } from '../fake-responder.js';
import type { ServedResponse, ServerRequest } from '../responder.js';
import { Worlds } from '../worlds/worlds.js';
import { parseStoreAddress } from './connection.js';
import { openSharedStore, type SharedStoreOptions } from './shared-store.js';
import { StoreForTests } from './store-for-tests.js';

const NOON_MS = Date.parse('2026-11-21T12:00:00Z');
const opened: { close(): void }[] = [];

afterEach(() => {
  for (const one of opened.splice(0)) one.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type Server = Awaited<ReturnType<typeof join>>;

/** Starts a server of the fake in a store. */
async function join(
  store: StoreForTests,
  options: Partial<SharedStoreOptions> & { readonly journal?: number; readonly early?: string } = {},
) {
  const { journal = 20, early, ...others } = options;
  const shared = await openSharedStore({
    address: parseStoreAddress('redis://127.0.0.1', '--store'),
    terms: { '--seed': '1', '--key': 'sk_live_1' },
    entriesPerState: 10,
    connectTo: async () => store.connect(),
    ...others,
  });
  const bugs: unknown[] = [];
  const log = { request: undefined, bug: (bug: unknown) => bugs.push(bug), note: (text: string) => notes.push(text) };
  const notes: string[] = [];
  const worlds = new Worlds({
    order: shared.current,
    most: 3,
    createWorld: (own, links) => new World({ pets: 5, journalLimit: journal, onBug: log.bug, ...own }, links),
  });
  const admin = createAdmin({
    version: '1.2.3',
    uptimeSeconds: () => 7,
    mode: { kind: 'fake', worlds },
    judgeManners: async () => [],
    judgeService: async () => [],
    closing: new AbortController().signal,
  });
  const controlRoom = {
    bodyLimit: () => 1_000_000,
    respond: admin,
    reject: () => undefined,
    close: () => {},
  };
  const { requests, start, read } = shared.serve(worlds, log);
  const responder = createFakeResponder({
    worlds,
    controlRoom,
    metrics: undefined,
    readStore: read,
    userHandlers: () => undefined,
    secretsIn: () => [],
    order: requests,
  });
  const close = () => {
    shared.close();
    worlds.close();
  };
  opened.push({ close });
  const ask = async (line: string, key?: string, body?: unknown) => {
    const response = (await responder.respond(requestOf(line, key, body))) as ServedResponse;
    const json = typeof response.body === 'string' && response.body !== '' ? JSON.parse(response.body) : undefined;
    return { status: response.status, headers: response.headers, json };
  };
  const asked = early && ask('GET /v1/inventory', early);
  await start({ request: responder.carryOut, command: admin });
  await asked;
  return { ask, close, worlds, bugs, notes, read };
}

function requestOf(line: string, key: string | undefined, body: unknown): ServerRequest {
  const [method = '', target = ''] = line.split(' ');
  const [path = '', query] = target.split('?');
  const text = body === undefined ? '' : JSON.stringify(body);
  return {
    method,
    path,
    query: query === undefined ? '' : `?${query}`,
    target,
    headers: [
      ...(key === undefined ? [] : [['authorization', `Bearer ${key}`] as const]),
      ...(body === undefined ? [] : [['content-type', 'application/json'] as const]),
    ],
    body: new TextEncoder().encode(text),
    callerAddress: '127.0.0.1',
    signal: new AbortController().signal,
  };
}

/** Asks until a server responds again: after a failure each notices for itself. */
async function settle(servers: readonly Server[]): Promise<void> {
  for (const { ask } of servers) while ((await ask('GET /__admin/state')).status !== 200) await turns(1);
}

/** A server does not start while the store is away. */
async function joinIfThere(store: StoreForTests): Promise<Server[]> {
  return join(store).then(
    (server) => [server],
    (error: unknown) => {
      expect(String(error)).toMatch(/connection is lost|The store is away/);
      return [];
    },
  );
}

/** Lets the clock of this machine run ahead as the store's does. */
function shiftMachine(ms: number): void {
  const nowMs = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => nowMs() + ms);
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
}

/** What all servers must agree on, each asked for itself. */
async function factsOf({ ask, bugs, worlds }: Server): Promise<unknown> {
  expect(bugs).toEqual([]);
  // On a starved machine the store may seem away for a moment.
  const read = async (path: string) => {
    for (;;) {
      const { status, json } = await ask(`GET /__admin${path}`);
      if (status !== 503) return json;
      await turns(1);
    }
  };
  const { items } = await read('/worlds');
  return Promise.all(
    items.map(async ({ id }: { id: string }) => ({
      digest: await read(`/digest?world=${id}`),
      state: stateOf(worlds, id),
      requests: await read(`/requests?limit=1000&world=${id}`),
      snapshots: await read(`/snapshots?world=${id}`),
    })),
  );
}

function stateOf(worlds: Worlds, id: string): object | undefined {
  const { takenAtMs: _, ...state } = worlds.get(id)?.world.state() ?? {};
  return state;
}

const keys = ['test_free', 'test_pro', 'unknown', 'minted', 'isolated', 'iso_00000000000000000000000000000000'];
const commands: readonly (readonly [line: string, body?: object])[] = [
  ['POST /__admin/faults', { operation: 'any', status: 503, count: 3 }],
  ['POST /__admin/faults', { operation: 'listInventory', delayMs: 0, probability: 0.5 }],
  ['POST /__admin/clock/advance', { by: '61s' }],
  ['POST /__admin/clock/freeze'],
  ['POST /__admin/clock/run', { scale: 60 }],
  ['POST /__admin/keys/ban', { key: 'test_free' }],
  ['POST /__admin/limits', { key: 'test_pro', remaining: 1 }],
  ['PATCH /__admin/inventory/1', { quantity: 4, status: 'sold' }],
  ['PATCH /__admin/behaviour', { 'window-start': 'sliding' }],
  ['PATCH /__admin/behaviour', { 'list-order': 'unstable' }],
  ['POST /__admin/reset'],
  ['POST /__admin/seed', { pets: 3 }],
  ['POST /__admin/snapshots', { name: 'a' }],
  ['POST /__admin/snapshots/a/restore'],
  ['DELETE /__admin/snapshots/a'],
  ['DELETE /__admin/requests'],
  ['DELETE /__admin/faults'],
  ['PATCH /__admin/inventory/9', { quantity: 1, status: 'available' }],
  ['POST /__admin/keys/revoke', { key: 'test_pro' }],
  ['POST /__admin/keys/delete', { key: 'test_free' }],
  ['POST /__admin/reset?world=w1'],
  ['POST /__admin/requests/1/replay'],
  ['POST /__admin/keys', { plan: 'pro', expiresIn: '1h' }],
  ['POST /__admin/keys', { isolated: true }],
  ['POST /__admin/keys?world=w1', {}],
  ['POST /__admin/clock/set?world=w1', { to: '2027-01-01T00:00:00Z' }],
  ['DELETE /__admin/worlds/w1'],
  ['DELETE /__admin/worlds/w2'],
];

type Step =
  | { readonly kind: 'request'; readonly server: number; readonly line: number; readonly key: number }
  | { readonly kind: 'command'; readonly server: number; readonly command: number }
  | { readonly kind: 'join' }
  | { readonly kind: 'leave'; readonly server: number }
  | { readonly kind: 'later'; readonly ms: number }
  | { readonly kind: 'away'; readonly turns: number }
  | { readonly kind: 'lose'; readonly from: number };

const lines: readonly (readonly [line: string, body?: object])[] = [
  ['GET /v1/inventory'],
  ['PATCH /v1/inventory/1', { quantity: 3, status: 'available' }],
  ['PATCH /v1/inventory/2', { quantity: -1, status: 'available' }],
  ['POST /v1/messages', { from: 'a', to: 'b', text: 'c' }],
  ['GET /v1/nowhere'],
];

const some = fc.nat({ max: 1_000 });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('request' as const), server: some, line: some, key: some }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('command' as const), server: some, command: some }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'join' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave' as const), server: some }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('later' as const), ms: fc.nat({ max: 90_000 }) }) },
);

/** What can happen to a store. */
const anyFailure: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('away' as const), turns: fc.integer({ min: 1, max: 30 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lose' as const), from: fc.integer({ min: 2, max: 60 }) }) },
);

const pick = <Item>(items: readonly Item[], place: number) => items[place % items.length] as Item;

test.each([
  ['whatever is sent to any of the servers, all of them end equal', anyStep, 20],
  [
    'whatever happens to the store meanwhile, all servers end equal',
    fc.oneof({ weight: 12, arbitrary: anyStep }, { weight: 1, arbitrary: anyFailure }),
    20,
  ],
])('%s', async (_, step, numRuns) => {
  const scenario = fc.array(fc.array(step, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(scenario, fc.infiniteStream(fc.nat({ max: 4 })), async (bursts, delays) => {
      const store = new StoreForTests(NOON_MS);
      store.delay = () => delays.next().value ?? 0;
      const servers = [await join(store), await join(store)];
      const given = new Map<string, string>();
      const act = async (step: Step) => {
        if (step.kind === 'later') store.nowMs += step.ms;
        else if (step.kind === 'away' || step.kind === 'lose') {
          // A store loses what it had not written when it fails.
          store.isAway = true;
          await turns(step.kind === 'away' ? step.turns : 10);
          if (step.kind === 'lose') store.lose(step.from);
          store.isAway = false;
        } else if (step.kind === 'join') servers.push(...(await joinIfThere(store)));
        else if (step.kind === 'leave') {
          if (servers.length > 1) servers.splice(step.server % servers.length, 1)[0]?.close();
        } else if (step.kind === 'request') {
          const key = pick(keys, step.key);
          const { status } = await pick(servers, step.server).ask(
            pick(lines, step.line)[0],
            given.get(key) ?? key,
            pick(lines, step.line)[1],
          );
          expect([200, 201, 202, 400, 401, 404, 429, 503]).toContain(status);
        } else {
          const [line, body] = pick(commands, step.command);
          const { status, json } = await pick(servers, step.server).ask(line, undefined, body);
          // 409: the journal was restored before it was seen that it has a replay.
          expect([200, 201, 400, 404, 409, 503]).toContain(status);
          if (json?.key !== undefined)
            given.set(line.includes('world') || json.world !== 'shared' ? 'isolated' : 'minted', json.key);
        }
      };
      for (const burst of bursts) {
        // A server that leaves answers what was asked before.
        const [leaving, staying] = [
          burst.filter(({ kind }) => kind === 'leave'),
          burst.filter(({ kind }) => kind !== 'leave'),
        ];
        await Promise.all(staying.map(act));
        for (const step of leaving) await act(step);
      }
      for (const { read } of servers) while (!read().isReady) await turns(1);
      await settle(servers);
      servers.push(await join(store));
      const [first, ...others] = await Promise.all(servers.map(factsOf));
      for (const other of others) expect(other).toEqual(first);
      for (const { close } of servers) close();
    }),
    { numRuns, endOnFailure: true },
  );
});

test('two servers share a quota, and a ban', async () => {
  const store = new StoreForTests(NOON_MS);
  const [a, b] = [await join(store), await join(store)];
  expect((await a.ask('GET /v1/inventory', 'test_free')).headers['X-RateLimit-Remaining']).toBe('59');
  expect((await b.ask('GET /v1/inventory', 'test_free')).headers['X-RateLimit-Remaining']).toBe('58');
  await a.ask('POST /__admin/keys/ban', undefined, { key: 'test_free' });
  expect((await b.ask('GET /v1/inventory', 'test_free')).json.code).toBe('key_banned');
});

test('a request is replayed once, on every server, with credentials that only one of them knows', async () => {
  const store = new StoreForTests(NOON_MS);
  const [a, b] = [await join(store), await join(store)];
  await a.ask('GET /v1/inventory', 'sk_wrong_1234_abcd');
  const { status, json } = await b.ask('POST /__admin/requests/1/replay', undefined);
  expect([status, json.line]).toEqual([201, expect.objectContaining({ number: 2, replayOf: 1, status: 401 })]);
  const late = await join(store);
  for (const server of [b, late]) expect(await factsOf(server)).toEqual(await factsOf(a));
  expect((await late.ask('POST /__admin/requests/9/replay')).status).toBe(404);
});

test('an isolated key works on another server at once, and no longer once its world was dropped on a third', async () => {
  const store = new StoreForTests(NOON_MS);
  const [a, b, c] = [await join(store), await join(store), await join(store)];
  const { key, world } = (await a.ask('POST /__admin/keys', undefined, { isolated: true })).json;
  expect((await b.ask('GET /v1/inventory', key)).status).toBe(200);
  const further = (await c.ask(`POST /__admin/keys?world=${world}`, undefined, {})).json;
  expect((await a.ask('GET /v1/inventory', further.key)).status).toBe(200);
  await c.ask(`DELETE /__admin/worlds/${world}`);
  for (const { ask } of [a, b, c]) {
    const { status, json } = await ask('GET /v1/inventory', key);
    expect([status, json.message]).toEqual([401, expect.stringContaining('does not exist (any more)')]);
  }
});

test('the servers together have the maximum number of worlds', async () => {
  const store = new StoreForTests(NOON_MS);
  const [a, b] = [await join(store), await join(store)];
  const open = ({ ask }: Server) => ask('POST /__admin/keys', undefined, { isolated: true });
  for (const server of [a, b, a]) await open(server);
  expect(await open(b)).toMatchObject({ status: 400, json: { message: expect.stringContaining('limit of 3') } });
  await a.ask('DELETE /__admin/worlds/w2');
  expect((await open(b)).json.world).toBe('w4');
});

test('a world that nobody used is dropped for all servers', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const store = new StoreForTests(NOON_MS);
  const [a, b] = [await join(store), await join(store)];
  const { key } = (await a.ask('POST /__admin/keys', undefined, { isolated: true })).json;
  await b.ask('GET /v1/inventory', key);
  // Only an open stream of events would keep it.
  expect((await b.ask('GET /__admin/events?world=w1&unknown=1')).status).toBe(400);
  store.nowMs += 3_700_000;
  shiftMachine(3_700_000);
  // The store must be heard meanwhile.
  for (let seconds = 0; b.worlds.has('w1') && seconds < 100; seconds++) {
    vi.advanceTimersByTime(1_000);
    await turns(60);
  }
  expect((await a.ask('GET /v1/inventory', key)).json.message).toContain('does not exist (any more)');
});

test('while the store is away requests get 503 and are not carried out, and afterwards all goes on', async () => {
  const store = new StoreForTests(NOON_MS);
  const [a, b] = [await join(store), await join(store)];
  await a.ask('GET /v1/inventory', 'test_free');
  store.isAway = true;
  const { status, headers, json } = await a.ask('GET /v1/inventory', 'test_free');
  expect([status, json.code, headers['Retry-After'], headers['X-RateLimit-Remaining']]).toEqual([
    503,
    'service_unavailable',
    '1',
    '59',
  ]);
  expect(a.read().isReady).toBe(false);
  expect(await a.ask('GET /__admin/state')).toMatchObject({ status: 503 });
  expect(await a.ask('GET /__admin/health')).toMatchObject({ status: 200 });
  store.isAway = false;
  await vi.waitFor(() => expect(a.read().isReady).toBe(true));
  expect(a.notes).toEqual([expect.stringContaining('get 503 until it is back'), 'The store is back.']);
  expect((await b.ask('GET /v1/inventory', 'test_free')).headers['X-RateLimit-Remaining']).toBe('58');
  expect(await factsOf(a)).toEqual(await factsOf(b));
});

test('in a store that was emptied a fake begins anew, and the servers of the one before get 503', async () => {
  const store = new StoreForTests(NOON_MS);
  const [a, b] = [await join(store), await join(store)];
  const { key } = (await a.ask('POST /__admin/keys', undefined, { isolated: true })).json;
  for (const server of [a, b]) await server.ask('GET /v1/inventory', key);
  store.lose();
  for (const { ask, notes, read } of [a, b]) {
    expect((await ask('GET /v1/inventory', 'test_free')).status).toBe(503);
    expect((await ask('GET /v1/inventory', key)).status).toBe(503);
    expect((await ask('GET /__admin/state')).status).toBe(503);
    expect(read().isReady).toBe(false);
    expect(notes).toEqual(['The store was emptied. Restart the servers: requests get 503 until then.']);
  }
  const restarted = await join(store);
  expect((await restarted.ask('GET /v1/inventory', 'test_free')).headers['X-RateLimit-Remaining']).toBe('59');
  expect((await a.ask('GET /v1/inventory', 'test_free')).status).toBe(503);
});

test('what a store has lost is lost on every server', async () => {
  const store = new StoreForTests(NOON_MS);
  const [a, b] = [await join(store), await join(store)];
  for (let count = 0; count < 25; count++) await a.ask('GET /v1/inventory', 'test_pro');
  const latest = async ({ ask }: Server) => (await ask('GET /__admin/state')).json.requests.latest;
  expect(await latest(b)).toBe(25);
  store.isAway = true;
  await a.ask('GET /v1/inventory', 'test_pro');
  await turns(5);
  // The two that joined, and twenty requests.
  store.lose(22);
  store.isAway = false;
  for (const server of [a, b]) await vi.waitFor(async () => expect(await latest(server)).toBe(20));
  await b.ask('GET /v1/inventory', 'test_pro');
  expect(await factsOf(a)).toEqual(await factsOf(b));
  expect(await latest(await join(store))).toBe(21);
});

test('a server with other options does not join, and the message shows no key', async () => {
  const store = new StoreForTests(NOON_MS);
  await join(store);
  await expect(join(store, { terms: { '--seed': '2', '--pets': '9', '--key': 'sk_live_2' } })).rejects.toThrow(
    'Joining the store redis://127.0.0.1: its servers have another value of --seed, --key, --pets. Use the same, or another database of the store: redis://127.0.0.1:6379/2',
  );
  expect([...store.texts.values()].join()).not.toContain('sk_live');
});

test('a stream is trimmed behind a state from which the journal can be rebuilt', async () => {
  const store = new StoreForTests(NOON_MS);
  const a = await join(store);
  for (let count = 0; count < 200; count++) await a.ask('GET /v1/inventory', 'test_enterprise');
  store.nowMs += 20_000;
  for (let count = 0; count < 100; count++) await a.ask('GET /v1/inventory', 'test_enterprise');
  const [[, entries = []] = []] = [...store.streams].filter(([key]) => key.endsWith(':log'));
  expect(entries.length).toBeLessThan(201);
  const late = await join(store);
  expect(await factsOf(late)).toEqual(await factsOf(a));
  expect((await late.ask('GET /__admin/requests?limit=1000')).json.items).toHaveLength(20);
});

test('a request to a server that is still joining waits until it has caught up', async () => {
  const store = new StoreForTests(NOON_MS);
  const a = await join(store);
  for (let count = 0; count < 3; count++) await a.ask('GET /v1/inventory', 'test_free');
  // The form of an isolated key: another server may know its world.
  const late = await join(store, { early: 'iso_00000000000000000000000000000000' });
  expect((await late.ask('GET /v1/inventory', 'test_free')).headers['X-RateLimit-Remaining']).toBe('56');
  expect(await factsOf(late)).toEqual(await factsOf(a));
});

test('a world is dropped for all servers however its id is written', async () => {
  const store = new StoreForTests(NOON_MS);
  const [a, b] = [await join(store), await join(store)];
  const { key } = (await a.ask('POST /__admin/keys', undefined, { isolated: true })).json;
  await b.ask('GET /v1/inventory', key);
  expect((await a.ask('DELETE /__admin/worlds/%771')).status).toBe(200);
  expect((await b.ask('GET /v1/inventory', key)).status).toBe(401);
  const [, entries = []] = [...store.streams].find(([name]) => name.includes('/w1}')) ?? [];
  expect(entries.flatMap(([, pairs]) => pairs.map(String))).toContain('{"kind":"end"}');
});
