// Long: servers on a real store are one fake, under 10,000 concurrent requests.
import type { OutgoingHttpHeaders } from 'node:http';
import { request } from 'undici';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { runCheck, serve } from '../suite/running-check.js';
import { type Redis, startRedis } from './redis-server.js';
import { type Answer, expectEqual, type Replica, startReplica, TOKEN } from './replicas.js';

const OPTIONS = ['--pets', '5', '--world-header', '--journal', '500'];
/** Headers of one connection (RFC 9110 §7.6.1). */
const FOR_ONE_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'expect'];
let redis: Redis;
let replicas: readonly [Replica, Replica, Replica, Replica];
const all = (): readonly Replica[] => replicas;

beforeAll(async () => {
  redis = await startRedis();
  const start = () => startReplica(redis.url, ...OPTIONS);
  replicas = await Promise.all([start(), start(), start(), start()]);
});

afterAll(async () => {
  await Promise.all([...(replicas ?? []), ...(redis ? [redis] : [])].map((one) => one.close()));
});

/** Sends requests to the servers in turn, many at once. */
async function askInTurn(count: number, line: string, key: string): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  let next = 0;
  const client = async () => {
    while (next < count) {
      const { status } = await (replicas[next++ % 4] as Replica).ask(line, key);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 200 }, client));
  return statuses;
}

test('10,000 concurrent requests over four servers spend exactly one quota', async () => {
  const statuses = await askInTurn(10_000, 'GET /inventory', 'test_free');
  expect(Object.fromEntries(statuses)).toEqual({ 200: 60, 429: 9_940 });
  await expectEqual(all());
});

test('a key that is banned by requests to one server is banned on another at once', async () => {
  const [a, b] = replicas;
  await a.admin.reset();
  await a.admin.limits.set({ key: 'test_free', remaining: 0 });
  for (let rejected = 0; rejected < 10; rejected++) await a.ask('GET /inventory', 'test_free');
  const { status, text } = await b.ask('GET /inventory', 'test_free');
  expect([status, JSON.parse(text).code]).toEqual([429, 'key_banned']);
});

test('a fault with a count strikes exactly so often, wherever requests arrive', async () => {
  const [a] = replicas;
  await a.admin.reset();
  await a.admin.faults.add({ operation: 'listInventory', status: 500, count: 7 });
  const statuses = await askInTurn(100, 'GET /inventory', 'test_enterprise');
  expect(Object.fromEntries(statuses)).toEqual({ 500: 7, 200: 93 });
});

test('a clock that is moved on one server has moved on all', async () => {
  const [a, b, c, d] = replicas;
  await a.admin.reset();
  await a.admin.limits.set({ key: 'test_free', remaining: 0 });
  expect((await b.ask('GET /inventory', 'test_free')).status).toBe(429);
  await c.admin.clock.advance({ by: '61s' });
  expect((await d.ask('GET /inventory', 'test_free')).status).toBe(200);
  await a.admin.clock.set({ to: '2030-01-01T00:00:00Z' });
  await a.admin.clock.freeze();
  expect((await b.admin.clock.get()).now).toMatch(/^2030-01-01T00:00:0/);
  await expectEqual(all());
});

test('stock, keys, faults and the journal are the same on all', async () => {
  const [a] = replicas;
  await a.admin.reset();
  const patch = (quantity: number) =>
    replicas[quantity % 4]?.ask('PATCH /inventory/1', undefined, { json: { quantity } });
  await Promise.all(Array.from({ length: 40 }, (_, quantity) => patch(quantity)));
  await a.admin.keys.ban({ key: 'test_pro' });
  await a.admin.keys.mint({ plan: 'business' });
  await a.admin.faults.add({ operation: 'listInventory', status: 500, probability: 0.5, seed: 3 });
  const views = await Promise.all(
    all().map(async ({ admin }) => ({
      stock: await admin.inventory.list(),
      keys: await admin.keys.list(),
      faults: await admin.faults.list(),
      requests: (await admin.requests.list()).items,
      count: await admin.requests.count(),
      behaviour: await admin.behaviour.list(),
    })),
  );
  const [first] = views;
  expect(first?.count).toBe(40);
  for (const view of views) expect(view).toEqual(first);
  await expectEqual(all());
});

test('an isolated world is reached and steered from every server', async () => {
  const [a, b, c, d] = replicas;
  const { key, worldId } = await a.admin.worlds.open({ plan: 'pro' });
  expect((await b.ask('PATCH /inventory/1', key, { json: { quantity: 77 } })).status).toBe(200);
  const further = await b.admin.world(worldId).keys.mint({ plan: 'free' });
  const stock = async (asked: Promise<Answer>) => JSON.parse((await asked).text)[0].quantity;
  expect(await stock(c.ask('GET /inventory', further.key))).toBe(77);
  expect(await stock(d.ask('GET /inventory', 'test_pro', { headers: { 'x-petstore-world': worldId } }))).toBe(77);
  await expectEqual(all(), worldId);
  await c.admin.worlds.delete({ id: worldId });
  const gone = await a.ask('GET /inventory/1', key);
  expect([gone.status, gone.text]).toEqual([401, expect.stringContaining('world')]);
  expect((await d.ask('GET /inventory/1', further.key)).status).toBe(401);
  await expectEqual(all());
});

test('the first input of an isolated world may be an admin call to another server', async () => {
  const [a, b, c, d] = replicas;
  const { key, worldId } = await a.admin.worlds.open({ plan: 'pro' });
  const own = b.admin.world(worldId);
  await own.clock.set({ to: '2031-01-01T00:00:00Z' });
  const minted = await own.keys.mint({ plan: 'free' });
  expect((await c.ask('GET /inventory', minted.key)).status).toBe(200);
  expect((await d.admin.world(worldId).clock.get()).now).toMatch(/^2031-01-01/);
  expect((await c.ask('GET /inventory', key)).status).toBe(200);
  await expectEqual(all(), worldId);
});

test('lists what a server knows of a world, and nothing outdated', async () => {
  const [a, b, c] = replicas;
  const { key, worldId } = await a.admin.worlds.open({ plan: 'pro' });
  for (const one of [a, b, a]) await one.ask('GET /inventory', key);
  const requestsOn = async ({ admin }: Replica) =>
    (await admin.worlds.list()).items.find(({ id }) => id === worldId)?.requests;
  expect(await requestsOn(c)).toBeNull();
  await c.ask('GET /inventory', key);
  expect([await requestsOn(a), await requestsOn(b)]).toEqual([4, 4]);
});

test('a world that was deleted does not stay in the store', async () => {
  const [a, b] = replicas;
  const { key, worldId } = await a.admin.worlds.open({ plan: 'pro' });
  await b.ask('GET /inventory', key);
  const streams = () => redis.cli('KEYS', `*/${worldId}}:*:log`).trim().split('\n').filter(Boolean);
  const [stream = ''] = streams();
  expect(Number(redis.cli('TTL', stream))).toBe(-1);
  await b.admin.worlds.delete({ id: worldId });
  expect(Number(redis.cli('TTL', stream))).toBeGreaterThan(0);
});

test('a snapshot that was taken on one server is restored on another', async () => {
  const [a, b, c] = replicas;
  await a.admin.reset();
  const before = await a.admin.inventory.list();
  await a.admin.snapshots.take({ name: 'before' });
  await c.ask('PATCH /inventory/2', undefined, { json: { quantity: 4711 } });
  expect(await a.admin.inventory.list()).not.toEqual(before);
  await b.admin.snapshots.restore({ name: 'before' });
  expect(await c.admin.inventory.list()).toEqual(before);
  await expectEqual(all());
});

test('a server that joins late is equal, its journal included, and the store does not grow', async () => {
  const [a, b] = replicas;
  await a.admin.reset();
  const { key, worldId } = await a.admin.worlds.open({ plan: 'enterprise' });
  await askInTurn(3_000, 'GET /store/orders', 'test_enterprise');
  await askInTurn(30, 'PATCH /inventory/1', key);
  const late = await startReplica(redis.url, ...OPTIONS);
  onTestFinished(() => late.close());
  await expectEqual([a, b, late]);
  await expectEqual([a, b, late], worldId);
  const journalOf = async ({ admin }: Replica) => [await admin.requests.count(), (await admin.requests.list()).items];
  expect(await journalOf(late)).toEqual(await journalOf(b));
  const isolated = ({ admin }: Replica) => admin.world(worldId).requests.count();
  expect(await isolated(late)).toBe(30);
  const [stream = ''] = redis.cli('KEYS', '*/shared}:*:log').trim().split('\n');
  expect(Number(redis.cli('XLEN', stream))).toBeGreaterThan(0);
});

test('the suite sees one service behind two servers, at level exhaust', async () => {
  const [a, b] = replicas;
  await a.admin.reset();
  let turn = 0;
  const balancer = await serve(async (incoming, response) => {
    const { origin } = turn++ % 2 === 0 ? a : b;
    const body = Buffer.concat(await incoming.toArray());
    const sent = await request(`${origin}${incoming.url}`, {
      method: incoming.method as 'GET',
      headers: Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
        FOR_ONE_CONNECTION.includes(name) ? [] : values.flatMap((value) => [name, value]),
      ),
      body,
    });
    response.writeHead(sent.statusCode, sent.headers as OutgoingHttpHeaders);
    sent.body.pipe(response);
  });
  const url = `${balancer}/v1`;
  const args = [url, '--admin-url', `${balancer}/__admin`, '--plan', 'free', '--messages-url', url, '--exclusive'];
  const { stdout, exitCode } = await runCheck(args, { PETSTORE_API_KEY: 'test_free', PETSTORE_ADMIN_TOKEN: TOKEN });
  expect(stdout).toContain('level exhaust');
  expect({ stdout, exitCode }).toMatchObject({ exitCode: 0 });
  await expectEqual(all());
});
