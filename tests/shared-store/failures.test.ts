// Long: no update is lost or applied twice while servers, links and a real store fail.
import { expect, onTestFinished, test } from 'vitest';
import { startRedis } from './redis-server.js';
import { expectEqual, type Replica, startReplica } from './replicas.js';
import { openLink } from './slow-link.js';
import { Updates } from './updates.js';

const OPTIONS = ['--pets', '8', '--journal', '20000'];
const UNLIMITED = { 'enterprise-limits': { perMinute: 1_000_000, perDay: 1_000_000 } };

async function startStore(...args: string[]) {
  const redis = await startRedis(...args);
  onTestFinished(() => redis.close());
  return redis;
}

async function start(url: string, ...more: string[]): Promise<Replica> {
  const replica = await startReplica(url, ...OPTIONS, ...more);
  onTestFinished(() => replica.close());
  return replica;
}

/** Starts two servers whose Enterprise key has no limit in practice. */
async function startTwo(url: string): Promise<readonly [Replica, Replica]> {
  const [a, b] = await Promise.all([start(url), start(url)]);
  await a.admin.behaviour.set(UNLIMITED);
  return [a, b];
}

const millisecondsOf = async <Result>(work: Promise<Result>) => {
  const startMs = performance.now();
  return { result: await work, ms: performance.now() - startMs };
};

test('loses no acknowledged update, and applies none twice, while servers are killed', async () => {
  const redis = await startStore();
  const [a, b] = await startTwo(redis.url);
  const replicas = [a, b];
  const updates = new Updates((attempt) => replicas[attempt % replicas.length] as Replica, [1, 2, 3, 4]);
  for (let round = 0; round < 4; round++) {
    const next = await start(redis.url);
    const before = updates.acknowledged;
    await expect.poll(() => updates.acknowledged).toBeGreaterThan(before + 50);
    const [killed] = replicas.splice(round % 2, 1, next);
    await killed?.close();
  }
  await updates.end();
  await updates.expectKept([...replicas, await start(redis.url)]);
  expect(updates.failed).toBeGreaterThan(0);
});

test('responds with 503 while the store hangs, and goes on by itself', async () => {
  const redis = await startStore();
  const [a, b] = await startTwo(redis.url);
  const { key, worldId } = await a.admin.worlds.open();
  const updates = new Updates((attempt) => [a, b][attempt % 2] as Replica, [1, 2]);
  await expect.poll(() => updates.acknowledged).toBeGreaterThan(20);
  redis.signal('SIGSTOP');
  const asked = [a.ask('GET /inventory'), b.ask('GET /inventory', key), a.ask('GET /inventory', `${key}x`)];
  for (const { result, ms } of await Promise.all(asked.map(millisecondsOf))) {
    expect([result.status, JSON.parse(result.text)]).toEqual([
      503,
      { code: 'service_unavailable', message: expect.stringContaining('store'), status: 503 },
    ]);
    expect(result.headers['retry-after']).toBe('1');
    expect(result.headers['x-ratelimit-limit']).toBeDefined();
    expect(ms).toBeLessThan(3_000);
  }
  expect(await Promise.all([a.isReady(), b.isReady()])).toEqual([false, false]);
  const away = await millisecondsOf(a.ask('GET /inventory'));
  expect([away.result.status, away.ms < 500]).toEqual([503, true]);
  for (const call of [a.admin.inventory.list, a.admin.reset, a.admin.worlds.open]) {
    await expect(call()).rejects.toMatchObject({ status: 503 });
  }
  expect(a.printed()).toContain('The store does not respond. Requests get 503 until it is back.');
  redis.signal('SIGCONT');
  await expect.poll(async () => (await a.isReady()) && (await b.isReady())).toBe(true);
  const before = updates.acknowledged;
  await expect.poll(() => updates.acknowledged).toBeGreaterThan(before + 20);
  await updates.end();
  await updates.expectKept([a, b]);
  await expectEqual([a, b], worldId);
});

test('goes on where it was when the store is restarted with its data', async () => {
  const redis = await startStore('--appendonly', 'yes', '--appendfsync', 'always');
  const [a, b] = await startTwo(redis.url);
  const { key, worldId } = await a.admin.worlds.open();
  await b.ask('PATCH /inventory/1', key, { json: { quantity: 77 } });
  const updates = new Updates((attempt) => [a, b][attempt % 2] as Replica, [1, 2]);
  await expect.poll(() => updates.acknowledged).toBeGreaterThan(20);
  await redis.restart();
  const before = updates.acknowledged;
  await expect.poll(() => updates.acknowledged).toBeGreaterThan(before + 20);
  await updates.end();
  await updates.expectKept([a, b]);
  await expectEqual([a, b, await start(redis.url)], worldId);
  expect(JSON.parse((await a.ask('GET /inventory', key)).text)[0].quantity).toBe(77);
});

test('responds with 503 when the store has lost its data, until it is restarted', async () => {
  const redis = await startStore();
  const [a, b] = await startTwo(redis.url);
  await b.ask('PATCH /inventory/1', undefined, { json: { quantity: 77 } });
  await redis.restart();
  for (const one of [a, b]) {
    await expect.poll(() => one.printed()).toContain('The store was emptied. Restart the servers');
    expect((await one.ask('GET /inventory')).status).toBe(503);
    expect(await one.isReady()).toBe(false);
  }
  const [c, d] = await startTwo(redis.url);
  const pet = (await c.admin.inventory.list()).items.find(({ petId }) => petId === 1);
  expect(pet?.quantity).not.toBe(77);
  await expectEqual([c, d]);
  // Without a lost connection, too.
  redis.cli('FLUSHALL');
  expect((await d.ask('PATCH /inventory/2', undefined, { json: { quantity: 79 } })).status).toBe(503);
  expect(d.printed()).toContain('The store was emptied. Restart the servers');
});

test('a server that was paused for longer than entries are kept ends equal', async () => {
  const redis = await startStore();
  const start = async () => {
    const replica = await startReplica(redis.url, '--pets', '8', '--journal', '200');
    onTestFinished(() => replica.close());
    return replica;
  };
  const [a, b] = await Promise.all([start(), start()]);
  await a.admin.behaviour.set(UNLIMITED);
  const { key, worldId } = await a.admin.worlds.open({ plan: 'enterprise' });
  await b.ask('GET /inventory', key);
  b.signal('SIGSTOP');
  await a.ask('PATCH /inventory/3', key, { json: { quantity: 33 } });
  await a.ask('PATCH /inventory/1', undefined, { json: { quantity: 77 } });
  const waiting = b.ask('PATCH /inventory/4', undefined, { json: { quantity: 44 } });
  const stream = redis.cli('KEYS', '*/shared}:*:log').trim();
  const firstEntry = () => redis.cli('XRANGE', stream, '-', '+', 'COUNT', '1').split('\n')[0];
  const first = firstEntry();
  let sent = 0;
  const client = async () => {
    while (firstEntry() === first && sent < 200_000) {
      sent += 100;
      for (let request = 0; request < 100; request++) await a.ask('GET /store/orders');
    }
  };
  await Promise.all([client(), client(), client()]);
  expect(firstEntry()).not.toBe(first);
  b.signal('SIGCONT');
  expect((await waiting).status).toBe(200);
  await expectEqual([a, b]);
  await expectEqual([a, b], worldId);
  expect((await b.ask('GET /inventory', key)).status).toBe(200);
  const count = ({ admin }: Replica) => Promise.all([admin.requests.count(), admin.world(worldId).requests.count()]);
  expect(await count(b)).toEqual(await count(a));
});

test('is one fake over a slow link, and through lost connections', async () => {
  const redis = await startStore();
  const link = await openLink(redis.port, 25);
  const [a, b] = await startTwo(link.url);
  const free = await Promise.all(
    Array.from({ length: 300 }, (_, index) => ([a, b][index % 2] as Replica).ask('GET /inventory', 'test_free')),
  );
  expect(free.filter(({ status }) => status === 200)).toHaveLength(60);
  const updates = new Updates((attempt) => [a, b][attempt % 2] as Replica, [1, 2, 3, 4]);
  for (let round = 0; round < 4; round++) {
    const before = updates.acknowledged;
    await expect.poll(() => updates.acknowledged).toBeGreaterThan(before + 20);
    link.cut();
  }
  const before = updates.acknowledged;
  await expect.poll(() => updates.acknowledged).toBeGreaterThan(before + 20);
  await updates.end();
  await updates.expectKept([a, b]);
  expect(updates.failed).toBeGreaterThan(0);
});
