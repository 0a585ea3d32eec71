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
