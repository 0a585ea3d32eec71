import { HttpResponse } from 'msw';
import { expect, onTestFinished, test } from 'vitest';
import type { Steering } from '../../mocks/steering/steering.js';
import { World } from '../../mocks/world.js';
import type { WorldOptions } from '../../mocks/world-options.js';
import type { RequestLogEntry, ServerRequest } from './responder.js';
import { sendRaw } from './server-for-tests.js';
import { startServer } from './start-server.js';
import type { UserHandlers } from './user-handlers.js';
import type { WorldBounds } from './worlds/worlds.js';

interface Options extends WorldBounds {
  readonly world?: WorldOptions;
  readonly respond?: UserHandlers['respond'];
  /** Called with the first isolated world for a request to the control room. */
  readonly steer?: (steering: Steering, request: ServerRequest) => void;
}

const SECRET = 'local-admin-4711';

/** Serves worlds of three pets on a port, and records its log. */
async function start({ world, respond, steer = () => {}, ...bounds }: Options = {}) {
  const lines: RequestLogEntry[] = [];
  const notes: [text: string, facts: object | undefined][] = [];
  const server = await startServer({
    port: 0,
    host: '127.0.0.1',
    timeouts: { graceMs: 0 },
    createWorld: (origin, own, links) =>
      new World(
        {
          baseUrl: `${origin}/v1`,
          clock: '2026-11-21T12:00:00Z',
          pets: 3,
          behaviour: { 'enterprise-limits': { perMinute: 1_000_000, perDay: 1_000_000 } },
          ...world,
          ...own,
        },
        links,
      ),
    log: {
      request: (line) => lines.push(line),
      bug: (bug) => Promise.reject(bug),
      note: (text, facts) => notes.push([text, facts]),
    },
    admin: (worlds) => ({
      bodyLimit: () => 10,
      respond(request) {
        const served = worlds.get('w1');
        if (served !== undefined) steer(served.steering, request);
        return { status: 200, headers: {}, body: 'done', keyAlias: undefined };
      },
      reject: () => undefined,
      close: () => {},
    }),
    userHandlers: () => respond && { count: 1, respond },
    worlds: bounds,
    secrets: [SECRET],
  });
  onTestFinished(() => server.close());
  const ask = (key: string, path = '/inventory', init: RequestInit = {}) =>
    fetch(`${server.url}${path}`, { ...init, headers: { Authorization: `Bearer ${key}`, ...init.headers } });
  const change = (key: string, quantity: number, petId = 1) =>
    ask(key, `/inventory/${petId}`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ quantity }),
    });
  const quantities = async (key: string): Promise<number[]> =>
    ((await (await ask(key)).json()) as { quantity: number }[]).map(({ quantity }) => quantity);
  return { ...server, lines, notes, ask, change, quantities };
}

test('isolates parallel tests on one server', async () => {
  const { worlds, change, quantities } = await start();
  const before = await quantities('test_enterprise');
  const keys = Array.from({ length: 40 }, () => worlds.open({ plan: 'enterprise' }).key);
  await Promise.all(
    keys.map(async (key, index) => {
      for (let turn = 0; turn < 3; turn += 1) {
        const quantity = 1_000 + index * 10 + turn;
        expect((await change(key, quantity)).status).toBe(200);
        expect((await quantities(key))[0]).toBe(quantity);
      }
    }),
  );
  expect(await quantities('test_enterprise')).toEqual(before);
});

test('counts quotas and bans per world', async () => {
  const { worlds, ask } = await start();
  const [one, other] = [worlds.open({}), worlds.open({})];
  one.served.steering.limits.set(one.key, { remaining: 0 });
  expect((await ask(one.key)).status).toBe(429);
  expect((await ask(other.key)).headers.get('x-ratelimit-remaining')).toBe('59');
});

test('a reset of one world does not affect others', async () => {
  const { worlds, world, change, quantities } = await start();
  const [one, other] = [worlds.open({}), worlds.open({})];
  const [first = 0] = await quantities(one.key);
  for (const { key } of [one, other]) await change(key, 71);
  await change('test_free', 72);
  one.served.steering.reset();
  expect([(await quantities(one.key))[0], (await quantities(other.key))[0]]).toEqual([first, 71]);
  expect(world.inventory.get('1')?.quantity).toBe(72);
});

test('never shows a partial world while it is reset during requests', async () => {
  const sellOut = ({ inventory }: Steering) => {
    for (const { petId } of inventory.list()) inventory.set(petId, 0);
  };
  const { worlds, origin, quantities } = await start({
    world: { pets: 50 },
    steer: (steering, { method }) => (method === 'DELETE' ? sellOut(steering) : steering.reset()),
  });
  const { key } = worlds.open({ plan: 'enterprise' });
  const steer = async (method: string) => void (await (await fetch(`${origin}/__admin`, { method })).text());
  const fresh = await quantities(key);
  const sold = fresh.map(() => 0);
  const asking: Promise<number[]>[] = [];
  const steering: Promise<void>[] = [];
  for (let turn = 0; turn < 25; turn += 1) {
    asking.push(quantities(key), quantities(key));
    steering.push(steer('DELETE'));
    asking.push(quantities(key), quantities(key));
    steering.push(steer('POST'));
  }
  for (const list of await Promise.all(asking)) expect([fresh, sold]).toContainEqual(list);
  await Promise.all(steering);
  await steer('DELETE');
  expect(await quantities(key)).toEqual(sold);
  await steer('POST');
  expect(await quantities(key)).toEqual(fresh);
});

test('completes a request that came before a reset in the old state', async () => {
  const { worlds, ask, change } = await start();
  const { served, key } = worlds.open({});
  const before = served.world.inventory.get('1')?.quantity;
  await change(key, 71);
  served.steering.faults.next('listInventory', { delayMs: 50 });
  const slow = ask(key);
  await expect.poll(() => served.world.journal.latest).toBe(2);
  served.steering.reset();
  expect(((await (await slow).json()) as { quantity: number }[])[0]?.quantity).toBe(71);
  expect(served.world.inventory.get('1')?.quantity).toBe(before);
  expect(served.world.journal.exchanges).toEqual([]);
});

test('still sends a response in flight when its world is dropped', async () => {
  const { worlds, ask } = await start();
  const { served, key } = worlds.open({});
  served.steering.faults.next('listInventory', { delayMs: 50 });
  const slow = ask(key);
  await expect.poll(() => served.traffic.total).toBe(1);
  worlds.delete('w1');
  expect((await slow).status).toBe(200);
});

test('explains to a key that its world was dropped, with the headers of a client without a key', async () => {
  const { worlds, ask, notes } = await start();
  const { key } = worlds.open({});
  worlds.delete('w1');
  const rejected = await ask(key);
  const text = await rejected.text();
  expect(rejected.status).toBe(401);
  expect(rejected.headers.get('x-ratelimit-limit')).toBe('60');
  expect(rejected.headers.get('www-authenticate')).toMatch(/invalid_token/);
  expect(JSON.parse(text).message).toMatch(/^The world of the API key does not exist \(any more\).* Mint/);
  expect(text).not.toContain(key);
  expect(notes).toEqual([['World w1 was dropped because it was deleted.', { world: 'w1', reason: 'deleted' }]]);
});

test('does not mention worlds if nobody can mint a key', async () => {
  const server = await startServer({
    port: 0,
    host: '127.0.0.1',
    timeouts: { graceMs: 0 },
    createWorld: (origin, own, links) => new World({ baseUrl: `${origin}/v1`, ...own }, links),
    log: { request: undefined, bug: (bug) => Promise.reject(bug) },
  });
  onTestFinished(() => server.close());
  const headers = { Authorization: `Bearer iso_${'0'.repeat(32)}` };
  const rejected = await fetch(`${server.url}/inventory`, { headers });
  expect(((await rejected.json()) as { message: string }).message).toMatch(/^The API key is not known\./);
});

test.each([
  ['authorization: Bearer KEY', 200],
  ['AUTHORIZATION: bearer   KEY  ', 200],
  ['Authorization: Bearer KEY\r\nAuthorization: Bearer KEY', 401],
  ['Authorization: Bearer test_free\r\nAuthorization: Bearer KEY', 401],
  ['Authorization: Bearer KEY\r\nAuthorization: Bearer test_free', 401],
  ['X-Authorization: Bearer KEY\r\nAuthorization: Bearer test_free', 200],
  ['Proxy-Authorization: Bearer KEY', 401],
])('uses the same key for the world as the fake does: %s', async (header, status) => {
  const { worlds, port } = await start();
  const { served, key } = worlds.open({});
  const line = header.replaceAll('KEY', key);
  const received = await sendRaw(port, `GET /v1/inventory HTTP/1.1\r\nHost: a\r\n${line}\r\nConnection: close\r\n\r\n`);
  expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  const isItsOwn = status === 200 && !header.startsWith('X-');
  expect([served.traffic.total, worlds.shared.traffic.total]).toEqual(isItsOwn ? [1, 0] : [0, 1]);
});

test.each([
  ['Authorization: Bearer KEY', 413],
  ['Authorization: Bearer test_free', 200],
  ['Authorization: Bearer KEY\r\nAuthorization: Bearer KEY', 401],
])('reads as much of a body as the world of the key accepts: %s', async (header, status) => {
  const { worlds, port } = await start();
  const { served, key } = worlds.open({});
  served.steering.setBehaviour({ 'body-limit': 10 });
  const body = '{"quantity": 12}';
  const line = header.replaceAll('KEY', key);
  const head = `PATCH /v1/inventory/1 HTTP/1.1\r\nHost: a\r\n${line}\r\nContent-Type: application/json`;
  const length = `Content-Length: ${body.length}`;
  const received = await sendRaw(port, `${head}\r\n${length}\r\nConnection: close\r\n\r\n${body}`);
  expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});

test('counts the responses of each world, including resets and bugs, but no preflights', async () => {
  const { worlds, ask, url } = await start();
  const { served, key } = worlds.open({});
  served.steering.faults.next('listInventory', { network: 'reset' });
  await expect(ask(key)).rejects.toThrow();
  await ask(key);
  await ask(key, '/nowhere');
  await ask('test_free');
  const headers = { Origin: 'http://a.test', 'Access-Control-Request-Method': 'GET' };
  expect((await fetch(`${url}/inventory`, { method: 'OPTIONS', headers })).status).toBe(204);
  expect(
    served.traffic.seconds().reduce((sum, { broken, ok, refused }) => sum + broken * 100 + ok * 10 + refused, 0),
  ).toBe(111);
  expect([served.traffic.total, worlds.shared.traffic.total]).toEqual([3, 1]);
});

test('logs the world of a key', async () => {
  const { worlds, ask, lines } = await start();
  const { key } = worlds.open({});
  await ask(key);
  await ask('test_free');
  expect(lines.map(({ keyAlias }) => keyAlias)).toEqual(['w1/key#1', 'test_free']);
});

test('redacts isolated keys and the admin token, wherever a client sends them', async () => {
  const { worlds, ask, lines, world } = await start();
  const { key } = worlds.open({});
  for (const secret of [key, SECRET]) {
    await ask('test_free', `/pets/${secret}x?again=${secret}`);
    const body = JSON.stringify({ message: `try ${secret}` });
    await ask('test_free', '/messages', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  }
  const shown = JSON.stringify([lines, world.journal.lines(), world.journal.exchanges]);
  expect(world.journal.exchanges).toHaveLength(4);
  expect(shown).not.toContain(key);
  expect(shown).not.toContain(SECRET);
});

test('counts responses of a user’s handler in the world of the key, and passes the rest to that world', async () => {
  const { worlds, ask, change } = await start({
    respond: async ({ path }) => (path === '/v1/mine' ? HttpResponse.text('mine', { status: 418 }) : undefined),
  });
  const { served, key } = worlds.open({});
  expect((await ask(key, '/mine')).status).toBe(418);
  expect((await change(key, 71)).status).toBe(200);
  expect(served.world.inventory.get('1')?.quantity).toBe(71);
  // One second may end between the two.
  const seconds = served.traffic.seconds();
  const sum = (kind: 'ok' | 'refused') => seconds.reduce((total, second) => total + second[kind], 0);
  expect([sum('ok'), sum('refused')]).toEqual([1, 1]);
});

test('limits the number of worlds as configured', async () => {
  const { worlds } = await start({ most: 1 });
  expect(worlds.most).toBe(1);
  worlds.open({});
  expect(() => worlds.open({})).toThrow(/the limit of 1 is reached/);
});
