import { expect, onTestFinished, test } from 'vitest';
import { World } from '../../mocks/world.js';
import { serveFake } from '../../tests/serve-fake.js';
import { type ServerOptions, startServer } from './start-server.js';

async function fake() {
  const served = await serveFake();
  onTestFinished(() => served.close());
  return served;
}

/** A server without a control room. */
async function serve(basePath: string, options: Partial<ServerOptions> = {}) {
  const server = await startServer({
    port: 0,
    host: '127.0.0.1',
    timeouts: { graceMs: 0 },
    createWorld: (origin, own, links) => new World({ baseUrl: `${origin}${basePath}`, ...own }, links),
    log: { request: undefined, bug: (bug) => Promise.reject(bug) },
    ...options,
  });
  onTestFinished(() => server.close());
  return server;
}

test('responds at the root with the addresses of the service, of the control room and of the description', async () => {
  const { origin } = await fake();
  const response = await fetch(origin);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await response.text()).toBe(
    `petstore-mock: a fake of the Petstore Inventory Service at ${origin}/v1. Control room: ${origin}/__admin/ui\nOpenAPI: ${origin}/openapi.json\n`,
  );
  expect(response.headers.get('x-ratelimit-limit')).toBeNull();
  const description = await (await fetch(`${origin}/openapi.json`)).json();
  expect(description.servers[0].url).toBe(`${origin}/v1`);
  const head = await fetch(origin, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('no world sees it', async () => {
  const { origin, server } = await fake();
  await fetch(origin);
  await fetch(`${origin}/openapi.json`);
  expect(server.world.journal.count).toBe(0);
});

test('names no control room without one', async () => {
  const { origin } = await serve('/v1');
  expect(await (await fetch(origin)).text()).toMatch(/at http:\S+\/v1\. It has no control room\.\n/);
});

test('leaves the root to the service with the base path /', async () => {
  const { origin } = await serve('');
  for (const path of ['/', '/openapi.json']) {
    const response = await fetch(origin + path);
    expect(response.status).toBe(401);
    expect(response.headers.get('x-ratelimit-limit')).not.toBeNull();
  }
});

test('handlers of the user win', async () => {
  const respond = async ({ path }: { readonly path: string }) => (path === '/' ? new Response('mine') : undefined);
  const { origin } = await serve('/v1', { userHandlers: () => ({ count: 1, respond }) });
  expect(await (await fetch(origin)).text()).toBe('mine');
  expect((await fetch(`${origin}/openapi.json`)).status).toBe(200);
});

test('other methods get a 404 of the fake, with the base URL', async () => {
  const { origin } = await serve('/v1');
  const response = await fetch(origin, { method: 'POST' });
  expect([response.status, (await response.json()).message]).toEqual([404, expect.stringContaining('/v1/inventory')]);
});
