import { getResponse, HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { createHandlers } from './handlers.js';
import { World } from './world.js';
import type { WorldOptions } from './world-options.js';

const BASE = 'http://127.0.0.1:4290/v1';
const headers = { authorization: 'Bearer test_free', 'content-type': 'application/json' };

/** Sends a request through the handlers of a new world, without any network. */
function send(url: string, init: RequestInit = {}, options: WorldOptions = {}): Promise<Response | undefined> {
  const world = new World({ clock: '2026-11-21T12:00:00Z', pets: 2, ...options });
  return getResponse(createHandlers(world), new Request(url, { headers, ...init }));
}

test.each([
  ['GET', '/inventory', undefined],
  ['PATCH', '/inventory/1', '{"quantity":5}'],
  ['POST', '/messages', '{"message":"hello"}'],
  ['GET', '/pets/1', undefined],
  ['GET', '/store/orders', undefined],
])('%s %s gets a response', async (method, path, body) => {
  const response = await send(`${BASE}${path}`, { method, ...(body && { body }) });
  expect(response?.status).toBe(200);
  expect(response?.headers.get('content-type')).toBe('application/json');
});

test('a response has its status, headers and body', async () => {
  const response = await send(`${BASE}/inventory/1`, { method: 'PATCH', body: '{"quantity":5}' });
  expect(response?.headers.get('x-ratelimit-remaining')).toBe('59');
  expect(response?.headers.get('date')).toBe('Sat, 21 Nov 2026 12:00:00 GMT');
  expect(await response?.json()).toMatchObject({ petId: 1, quantity: 5 });
});

test.each([
  ['an unknown path', 'GET', '/nothing', 404],
  ['another method', 'DELETE', '/inventory', 405],
  ['a broken escape', 'GET', '/pets/%zz', 400],
  ['a doubled slash', 'GET', '//inventory', 404],
  ['a trailing slash', 'GET', '/inventory/', 404],
  ['capitals', 'GET', '/Inventory', 404],
  ['the base URL itself', 'GET', '', 404],
  ['HEAD', 'HEAD', '/inventory', 200],
  ['OPTIONS', 'OPTIONS', '/inventory', 405],
])('%s under the base URL is handled by the fake', async (_, method, path, status) => {
  expect((await send(`${BASE}${path}`, { method }))?.status).toBe(status);
});

test('a query string changes nothing', async () => {
  expect((await send(`${BASE}/inventory?page=2`))?.status).toBe(200);
});

test('an escaped digit equals the digit', async () => {
  expect(await (await send(`${BASE}/pets/%31`))?.json()).toMatchObject({ id: 1 });
});

test.each([
  'http://127.0.0.1:4290/v2/inventory',
  'http://127.0.0.1:4290/',
  'http://127.0.0.1:4291/v1/inventory',
  'https://other.example/v1/inventory',
])('%s is left to other handlers', async (url) => {
  expect(await send(url)).toBeUndefined();
});

test('messages may have another origin', async () => {
  const behaviour = { 'messages-base-url': 'https://messages.example/quickstart' } as const;
  const message = { method: 'POST', body: '{"message":"hello"}' };
  expect((await send('https://messages.example/quickstart/messages', message, { behaviour }))?.status).toBe(200);
  expect((await send(`${BASE}/messages`, message, { behaviour }))?.status).toBe(404);
  expect(await send('https://messages.example/other', {}, { behaviour })).toBeUndefined();
});

test('a body arrives byte for byte', async () => {
  const body = new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode('{"quantity":5}')]);
  const response = await send(`${BASE}/inventory/1`, { method: 'PATCH', body });
  expect(await response?.json()).toMatchObject({ message: 'The body starts with a byte order mark.' });
});

test('a response without a body has none', async () => {
  const response = await send(`${BASE}/inventory`, { method: 'HEAD' });
  expect(response?.status).toBe(200);
  expect(await response?.text()).toBe('');
});

test('the journal has the full URL and the request body', async () => {
  const world = new World({ clock: '2026-11-21T12:00:00Z', pets: 1 });
  const url = `${BASE}/inventory/1?reason=return`;
  await getResponse(createHandlers(world), new Request(url, { method: 'PATCH', headers, body: '{"quantity":5}' }));
  expect(world.journal.exchanges).toMatchObject([{ request: { url, body: '{"quantity":5}' } }]);
});

test('a user’s handler takes precedence', async () => {
  const world = new World();
  const own = http.get(`${BASE}/inventory`, () => HttpResponse.json([]));
  const response = await getResponse([own, ...createHandlers(world)], new Request(`${BASE}/inventory`, { headers }));
  expect(await response?.json()).toEqual([]);
});

test('handlers of one world share its state', async () => {
  const handlers = createHandlers(new World({ pets: 1 }));
  const patch = { method: 'PATCH', headers, body: '{"quantity":12345}' };
  await getResponse(handlers, new Request(`${BASE}/inventory/1`, patch));
  const list = await getResponse(handlers, new Request(`${BASE}/inventory`, { headers }));
  expect(await list?.json()).toMatchObject([{ petId: 1, quantity: 12_345 }]);
});

test('of concurrent PATCHes the last one wins, and no list is torn', async () => {
  const handlers = createHandlers(new World({ pets: 1 }));
  const patch = (quantity: number) =>
    getResponse(
      handlers,
      new Request(`${BASE}/inventory/1`, { method: 'PATCH', headers, body: JSON.stringify({ quantity }) }),
    );
  const responses = await Promise.all(Array.from({ length: 20 }, (_, quantity) => patch(quantity)));
  const items = await Promise.all(responses.map((response) => response?.json()));
  expect(items).toMatchObject(Array.from({ length: 20 }, (_, quantity) => ({ quantity })));
  const list = await getResponse(handlers, new Request(`${BASE}/inventory`, { headers }));
  expect(await list?.json()).toMatchObject([{ quantity: 19 }]);
});
