import { HttpResponse } from 'msw';
import { expect, onTestFinished, test } from 'vitest';
import { World } from '../../mocks/world.js';
import type { WorldOptions } from '../../mocks/world-options.js';
import { jsonTextResponse } from './json-response.js';
import { sendRaw } from './server-for-tests.js';
import { startServer } from './start-server.js';
import type { UserHandlers } from './user-handlers.js';

async function start(options: { world?: WorldOptions; respond?: UserHandlers['respond'] } = {}) {
  const bugs: unknown[] = [];
  const paths: string[] = [];
  const { respond } = options;
  const server = await startServer({
    port: 0,
    host: '127.0.0.1',
    timeouts: { graceMs: 0 },
    createWorld: (origin, own, links) =>
      new World({ baseUrl: `${origin}/v1`, pets: 3, onBug: (bug) => bugs.push(bug), ...options.world, ...own }, links),
    log: { request: ({ path }) => paths.push(path), bug: (bug) => bugs.push(bug) },
    admin: () => ({
      bodyLimit: () => 10,
      respond: ({ body }) => jsonTextResponse(200, JSON.stringify({ bytes: body.length }), 0),
      reject: () => undefined,
      close: () => {},
    }),
    userHandlers: () => respond && { count: 1, respond },
  });
  onTestFinished(() => server.close());
  return { ...server, bugs, paths };
}

const withKey = { headers: { Authorization: 'Bearer test_free' } };

test('serves the fake under its base URL', async () => {
  const { url, world } = await start();
  const response = await fetch(`${url}/inventory`, withKey);
  expect(response.status).toBe(200);
  expect(response.headers.get('x-ratelimit-remaining')).toBe('59');
  expect(await response.json()).toHaveLength(3);
  expect(world.addresses.base.url).toBe(url);
});

test('responds to a body over the limit with 413 and the limits of the key', async () => {
  const { url } = await start({ world: { behaviour: { 'body-limit': 10 } } });
  const body = '{"quantity":          1}';
  const headers = { ...withKey.headers, 'Content-Type': 'application/json' };
  const response = await fetch(`${url}/inventory/1`, { method: 'PATCH', headers, body });
  expect(response.status).toBe(413);
  expect(response.headers.get('x-ratelimit-remaining')).toBe('59');
});

test.each([
  ['garbage', 'garbage\r\n\r\n', 400],
  ['a request without Host', 'GET /v1/inventory HTTP/1.1\r\n\r\n', 400],
  ['too many headers', `GET /v1/inventory HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['a tunnel', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 400],
])('responds to %s with the limits of requests without a key', async (_what, text, status) => {
  const { port } = await start();
  const received = await sendRaw(port, text);
  expect(received).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  for (const header of [
    'X-RateLimit-Limit: 60',
    'X-RateLimit-Remaining: 60',
    'X-RateLimit-Reset: ',
    'Access-Control-Allow-Origin: \\*',
  ])
    expect(received).toMatch(new RegExp(`\r\n${header}`));
});

test('sends the fields of the IETF draft wherever it sends the three headers', async () => {
  const { port, url } = await start({ world: { behaviour: { 'rate-limit-fields': 'both' } } });
  const policy = '"minute";q=60;w=60, "day";q=1000;w=86400';
  expect(await sendRaw(port, 'garbage\r\n\r\n')).toContain(
    `\r\nRateLimit-Policy: ${policy}\r\nRateLimit: "minute";r=60;`,
  );
  const preflight = { Origin: 'https://shop.test', 'Access-Control-Request-Method': 'PATCH' };
  for (const init of [{}, withKey, { method: 'OPTIONS', headers: preflight }]) {
    const { headers } = await fetch(`${url}/inventory`, init);
    expect(headers.get('ratelimit-policy')).toBe(policy);
    expect(headers.get('access-control-expose-headers')).toContain('RateLimit-Policy');
  }
});

test('logs no key in a path, except public ones', async () => {
  const { url, paths } = await start({ world: { keys: { sk_live_1: 'pro' } } });
  for (const part of ['sk_live_1', 'sk%5Flive_1', `iso_${'0a'.repeat(16)}`, 'test_free', '1'])
    await fetch(`${url}/inventory/${part}`);
  const logged = ['***', '***', '***', 'test_free', '1'];
  expect(paths).toEqual(logged.map((part) => `/v1/inventory/${part}`));
});

test('separates the control room from keys, quotas, CORS, traffic and the body limit', async () => {
  const { origin, worlds } = await start({ world: { behaviour: { 'body-limit': 1 } } });
  const response = await fetch(`${origin}/__admin/clock/advance`, { method: 'POST', body: '0123456789' });
  expect([response.status, await response.json()]).toEqual([200, { bytes: 10 }]);
  expect(response.headers.get('x-ratelimit-limit')).toBeNull();
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
  expect(worlds.shared.traffic.total).toBe(0);
});

test('closes the control room before it waits for pending responses', async () => {
  const streaming = new TransformStream<Uint8Array, Uint8Array>();
  const writer = streaming.writable.getWriter();
  void writer.write(new TextEncoder().encode('news'));
  const server = await startServer({
    port: 0,
    host: '127.0.0.1',
    timeouts: { graceMs: 0 },
    createWorld: () => new World({ pets: 1 }),
    log: { request: undefined, bug: (bug) => Promise.reject(bug) },
    admin: () => ({
      owns: () => true,
      bodyLimit: () => 0,
      respond: async () => ({ status: 200, headers: {}, body: streaming.readable, keyAlias: undefined }),
      reject: () => undefined,
      close: () => void writer.close(),
    }),
  });
  const response = await fetch(`${server.origin}/__admin/events`);
  const [text] = await Promise.all([response.text(), server.close()]);
  expect(text).toBe('news');
});

test('calls the user’s handlers first and handles the rest itself', async () => {
  const { url } = await start({
    respond: async ({ path }) => (path === '/v1/inventory' ? HttpResponse.text('mine') : undefined),
  });
  expect(await (await fetch(`${url}/inventory`)).text()).toBe('mine');
  expect((await fetch(`${url}/store/orders`, withKey)).status).toBe(200);
});

test('does not pass requests to the control room to the user’s handlers', async () => {
  const { origin } = await start({ respond: async () => HttpResponse.text('mine') });
  expect(await (await fetch(`${origin}/__admin/health`)).json()).toEqual({ bytes: 0 });
});

test('turns an error thrown by a user’s handler into a 500, and reports it', async () => {
  const { url, bugs } = await start({ respond: () => Promise.reject(new Error('mine')) });
  const response = await fetch(`${url}/inventory`, withKey);
  expect(response.status).toBe(500);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('x-ratelimit-limit')).toBe('60');
  expect(await response.json()).toEqual({ status: 500, code: 'internal_error', message: expect.any(String) });
  expect(bugs).toEqual([new Error('mine')]);
});

test('adds the limits of the key to the 500 for a response that HTTP cannot carry', async () => {
  const used = new Response('mine');
  await used.text();
  const { url, bugs } = await start({ respond: async () => used });
  const response = await fetch(`${url}/inventory`, withKey);
  expect([response.status, response.headers.get('x-ratelimit-limit')]).toEqual([500, '60']);
  expect(bugs).toEqual([expect.any(Error)]);
});

test('the fake responds to a body that was too large for the user’s handlers', async () => {
  const { url } = await start({ world: { behaviour: { 'body-limit': 10 } }, respond: async () => undefined });
  const response = await fetch(`${url}/inventory/1`, { method: 'PATCH', body: 'x'.repeat(11), ...withKey });
  expect([response.status, response.headers.get('x-ratelimit-limit')]).toEqual([413, '60']);
});
