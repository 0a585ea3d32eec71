import { HttpResponse } from 'msw';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { World } from '../../../mocks/world.js';
import { createGate } from '../admin/gate.js';
import { createServedHosts } from '../admin/served-hosts.js';
import { jsonTextResponse } from '../json-response.js';
import { joinForTests } from '../shared-store/joined-for-tests.js';
import { StoreForTests } from '../shared-store/store-for-tests.js';
import { type ServerOptions, startServer } from '../start-server.js';

const TOKEN = 'local-admin-4711';
const OWN_KEY = 'sk_live_4711';

interface StartOptions extends Pick<ServerOptions, 'metrics' | 'userHandlers' | 'worlds' | 'store'> {
  readonly basePath?: string;
  readonly hasControlRoom?: boolean;
}

/** Serves a fake, with a control room that only has a gate. */
async function start({ basePath = '/v1', hasControlRoom = false, ...options }: StartOptions = {}) {
  const gate = createGate(createServedHosts('127.0.0.1', []), TOKEN, () => 0);
  const controlRoom = {
    bodyLimit: () => 0,
    respond: () => jsonTextResponse(200, '{}', 0),
    reject: gate,
    close: () => {},
  };
  const server = await startServer({
    port: 0,
    host: '127.0.0.1',
    createWorld: (origin, own, links) =>
      new World({ baseUrl: `${origin}${basePath}`, pets: 3, ...own, keys: { [OWN_KEY]: 'pro', ...own.keys } }, links),
    log: { request: undefined, bug: (bug) => Promise.reject(bug) },
    ...(hasControlRoom && { admin: () => controlRoom }),
    timeouts: { graceMs: 0 },
    ...options,
  });
  onTestFinished(() => server.close());
  const ask = async (line: string, key?: string, headers: Record<string, string> = {}) => {
    const [method = '', path] = line.split(' ');
    const authorization = key === undefined ? {} : { Authorization: `Bearer ${key}` };
    const response = await fetch(`${server.origin}${path}`, { method, headers: { ...authorization, ...headers } });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  /** The lines of a metric without its help; of all metrics of the fake without an argument. */
  const read = async (metric = 'petstore_mock', key?: string) => {
    const { text } = await ask('GET /metrics', key);
    return text.split('\n').filter((line) => line.startsWith(metric));
  };
  return { ...server, ask, read };
}

describe.each(['/livez', '/readyz'])('%s', (path) => {
  test.each([
    ['without a control room', {}],
    ['with a control room', { hasControlRoom: true }],
    ['if the base path is the root', { basePath: '/' }],
    ['if the base path contains it', { basePath: path }],
    [
      'before the user’s handlers',
      { userHandlers: () => ({ count: 1, respond: async () => HttpResponse.text('mine') }) },
    ],
  ])('responds without a token %s, and no world sees it', async (_, options) => {
    const { ask, world, worlds } = await start(options);
    const { status, headers, text } = await ask(`GET ${path}`);
    expect([status, text]).toEqual([200, '{"status":"ok"}']);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-ratelimit-limit')).toBeNull();
    expect(await ask(`HEAD ${path}`)).toMatchObject({ status: 200, text: '' });
    expect(await ask(`GET ${path}?verbose`)).toMatchObject({ status: 200 });
    expect(worlds.shared.traffic.total).toBe(0);
    expect(world.journal.count).toBe(0);
  });

  test('supports no other method', async () => {
    const { ask, world } = await start();
    const { status, headers, text } = await ask(`POST ${path}`);
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(JSON.parse(text)).toEqual({
      status: 405,
      code: 'method_not_allowed',
      message: `${path} supports GET and HEAD only.`,
    });
    expect(world.journal.count).toBe(0);
  });
});

test('/readyz is 503 while the store is away, whose requests get 503 too, and /livez stays 200', async () => {
  const memory = new StoreForTests(Date.now());
  const { ask } = await start({ store: await joinForTests(memory) });
  expect((await ask('GET /readyz')).status).toBe(200);
  memory.isAway = true;
  expect((await ask('GET /v1/inventory', 'test_free')).status).toBe(503);
  const { status, headers, text } = await ask('GET /readyz');
  expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '1', 'no-store']);
  expect(JSON.parse(text)).toEqual({
    status: 503,
    code: 'service_unavailable',
    message: 'The store of this fake is away.',
  });
  expect(await ask('HEAD /readyz')).toMatchObject({ status: 503, text: '' });
  expect((await ask('GET /livez')).status).toBe(200);
  memory.isAway = false;
  await expect.poll(async () => (await ask('GET /readyz')).status).toBe(200);
  expect((await ask('GET /v1/inventory', 'test_free')).status).toBe(200);
});

describe('/metrics', () => {
  test('counts requests by operation, status and plan from the start, without a token', async () => {
    const { ask, read } = await start({ metrics: true });
    await ask('GET /v1/inventory', 'test_free');
    await ask('GET /v1/inventory', 'test_free');
    await ask('GET /v1/inventory', OWN_KEY);
    await ask('GET /v1/inventory');
    await ask('GET /v1/inventory', 'sk_unknown_1');
    await ask('GET /v1/nothing', 'test_pro');
    await ask('GET /elsewhere', 'test_pro');
    await ask('GET /livez');
    await ask('GET /metrics');
    expect(await read('petstore_mock_requests_total')).toEqual([
      'petstore_mock_requests_total{operation="listInventory",status="200",plan="free"} 2',
      'petstore_mock_requests_total{operation="listInventory",status="200",plan="pro"} 1',
      'petstore_mock_requests_total{operation="listInventory",status="401",plan="none"} 2',
      'petstore_mock_requests_total{operation="other",status="404",plan="pro"} 2',
    ]);
    expect(await read('petstore_mock_request_duration_seconds_count')).toEqual([
      'petstore_mock_request_duration_seconds_count{operation="listInventory"} 5',
      'petstore_mock_request_duration_seconds_count{operation="other"} 2',
    ]);
  });

  test('is Prometheus text with metrics of the process', async () => {
    const { ask } = await start({ metrics: true });
    const { status, headers, text } = await ask('GET /metrics');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect(text).toMatch(/^# TYPE petstore_mock_requests_total counter$/m);
    expect(text).toMatch(/^# TYPE petstore_mock_request_duration_seconds histogram$/m);
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    expect(await ask('HEAD /metrics')).toMatchObject({ status: 200, text: '' });
  });

  test('counts a cut connection without a status, and no preflight', async () => {
    const { ask, read, worlds } = await start({ metrics: true });
    worlds.shared.world.faults.next('any', { network: 'reset' });
    await expect(ask('GET /v1/inventory', 'test_free')).rejects.toThrow();
    await ask('OPTIONS /v1/inventory', undefined, { Origin: 'http://a.test', 'Access-Control-Request-Method': 'GET' });
    expect(await read('petstore_mock_requests_total')).toEqual([
      'petstore_mock_requests_total{operation="listInventory",status="none",plan="free"} 1',
    ]);
  });

  test('measures requests until they get their response', async () => {
    const realNow = performance.now.bind(performance);
    let laterMs = 0;
    const now = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + laterMs);
    onTestFinished(() => now.mockRestore());
    const respond = async () => {
      laterMs += 2_600;
      return undefined;
    };
    const { ask, read } = await start({ metrics: true, userHandlers: () => ({ count: 1, respond }) });
    await ask('GET /v1/inventory', 'test_free');
    const buckets = await read('petstore_mock_request_duration_seconds_bucket');
    expect(buckets.slice(-4)).toEqual([
      'petstore_mock_request_duration_seconds_bucket{le="2.5",operation="listInventory"} 0',
      'petstore_mock_request_duration_seconds_bucket{le="5",operation="listInventory"} 1',
      'petstore_mock_request_duration_seconds_bucket{le="10",operation="listInventory"} 1',
      'petstore_mock_request_duration_seconds_bucket{le="+Inf",operation="listInventory"} 1',
    ]);
  });

  test('measures worlds and journals', async () => {
    const { ask, read, worlds } = await start({ metrics: true, hasControlRoom: true });
    const { key } = worlds.open({ plan: 'business' });
    for (const one of ['test_free', key, key]) await ask('GET /v1/inventory', one);
    expect(await read()).toEqual(
      expect.arrayContaining([
        'petstore_mock_requests_total{operation="listInventory",status="200",plan="business"} 2',
        'petstore_mock_worlds 2',
        'petstore_mock_journal_entries 3',
      ]),
    );
  });

  test('knows the plan of a key in the world that a header chooses, and a wrong world is a 400', async () => {
    const { ask, read, worlds } = await start({ metrics: true, hasControlRoom: true, worlds: { byHeader: true } });
    const { steering } = worlds.open({}).served;
    const key = steering.keys.mint({ plan: 'enterprise' });
    await ask('GET /v1/inventory', key, { 'X-Petstore-World': 'w1' });
    await ask('GET /v1/inventory', 'test_pro', { 'X-Petstore-World': 'w9' });
    expect(await read('petstore_mock_requests_total')).toEqual([
      'petstore_mock_requests_total{operation="listInventory",status="200",plan="enterprise"} 1',
      'petstore_mock_requests_total{operation="listInventory",status="400",plan="pro"} 1',
    ]);
    steering.keys.delete('test_pro');
    await ask('GET /v1/inventory', 'test_pro', { 'X-Petstore-World': 'w1' });
    expect(await read('petstore_mock_requests_total')).toContain(
      'petstore_mock_requests_total{operation="listInventory",status="401",plan="none"} 1',
    );
  });

  test('shows no key, no id, no path and no world', async () => {
    const { ask, worlds } = await start({ metrics: true, hasControlRoom: true });
    const { key } = worlds.open({});
    await ask(`GET /v1/inventory/pet-4711?token=${OWN_KEY}`, key);
    await ask('GET /v1/inventory/pet-4711', OWN_KEY);
    await ask(`GET /v1/${OWN_KEY}`, 'not_a_key');
    const { text } = await ask('GET /metrics');
    expect(text).toContain('petstore_mock_worlds 2');
    expect(text).not.toMatch(new RegExp(`${key}|pet-4711|not_a_key|w1|/v1`));
  });

  test('shows how the server stands with its store, also while it is away', async () => {
    const memory = new StoreForTests(Date.now());
    const { ask, read } = await start({ store: await joinForTests(memory), metrics: true });
    const other = await start({ store: await joinForTests(memory) });
    for (const one of [ask, other.ask, other.ask]) await one('GET /v1/inventory', 'test_free');
    await ask('GET /v1/inventory', 'test_free');
    const shown = [expect.stringMatching(/^petstore_mock_replica_lag_seconds \d+(?:\.\d+)?$/)];
    expect(await read()).toEqual(expect.arrayContaining(['petstore_mock_store_ready 1', ...shown]));
    memory.isAway = true;
    await ask('GET /v1/inventory', 'test_free');
    expect(await read()).toEqual(expect.arrayContaining(['petstore_mock_store_ready 0', ...shown]));
    const { text } = await ask('GET /metrics');
    expect(text).not.toContain('4711');
  });

  test('has no metric of a store without one', async () => {
    const { ask } = await start({ metrics: true });
    expect((await ask('GET /metrics')).text).not.toMatch(/store_ready|replica/);
  });

  test('says how to turn it on without --metrics', async () => {
    const { ask, world } = await start({ hasControlRoom: true });
    const { status, text } = await ask('GET /metrics', 'test_free');
    expect([status, JSON.parse(text)]).toEqual([
      404,
      { status: 404, code: 'not_found', message: 'Metrics are off. To serve them, start the server with --metrics.' },
    ]);
    expect(world.journal.count).toBe(0);
  });
});
