import nodeHttp from 'node:http';
import { HttpResponse, http } from 'msw';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createPetstore } from '../../petstore.js';
import type { WorldOptions } from '../../world-options.js';
import { SharedServer } from './shared-server.js';

const baseUrl = 'http://api.example.test/v1';
const headers = { authorization: 'Bearer test_free', 'content-type': 'application/json' };
const list = (url = baseUrl) => fetch(`${url}/inventory`, { headers });
const fake = (options: WorldOptions = {}) => createPetstore({ baseUrl, pets: 3, ...options });

/** A server that listens until the test ends. */
function listening() {
  const shared = new SharedServer();
  shared.start();
  onTestFinished(() => shared.stop());
  return shared;
}

test('concurrent tests cannot share a base URL', () => {
  const shared = new SharedServer();
  shared.register(fake(), 'lists');
  expect(() => shared.register(fake(), 'updates')).toThrow(
    'Opening a fake for the test “updates”: the test “lists” runs at the same time with a fake at http://api.example.test/v1. ' +
      'Remove test.concurrent, or give one of them another base URL: ' +
      "test.extend({ petstoreOptions: { baseUrl: 'https://other.example.test/v1' } }).",
  );
});

test('the server listens until the last test has released it', async () => {
  const shared = new SharedServer();
  const real = globalThis.fetch;
  shared.start();
  shared.start();
  shared.stop();
  const guest = shared.register(fake(), 'lists');
  expect((await list()).status).toBe(200);
  expect((await guest())()).toBeUndefined();
  shared.stop();
  expect(globalThis.fetch).toBe(real);
});

test('concurrent tests with different base URLs are isolated', async () => {
  const shared = listening();
  const other = 'http://other.example.test/v1';
  const one = shared.register(fake({ pets: 1 }), 'lists one');
  const two = shared.register(fake({ pets: 2, baseUrl: other }), 'lists two');
  expect(await (await list()).json()).toHaveLength(1);
  await one();
  expect(await (await list(other)).json()).toHaveLength(2);
  await two();
});

test('a test’s own handlers are removed with it', async () => {
  const shared = listening();
  const first = shared.register(fake(), 'first');
  shared.server.use(http.get(`${baseUrl}/inventory`, () => HttpResponse.json([])));
  expect(await (await list()).json()).toEqual([]);
  await first();
  const second = shared.register(fake(), 'second');
  expect(await (await list()).json()).toHaveLength(3);
  await second();
});

test('resetHandlers keeps the fake of the test', async () => {
  const shared = listening();
  const guest = shared.register(fake(), 'lists');
  shared.server.use(http.get(`${baseUrl}/inventory`, () => HttpResponse.json([])));
  shared.server.resetHandlers();
  expect(await (await list()).json()).toHaveLength(3);
  await guest();
});

test('a test that replaces all handlers does not affect the next test', async () => {
  const shared = listening();
  const first = shared.register(fake(), 'first');
  shared.server.resetHandlers(http.get(`${baseUrl}/inventory`, () => HttpResponse.json([])));
  expect(await (await list()).json()).toEqual([]);
  await first();
  const second = shared.register(fake(), 'second');
  expect(await (await list()).json()).toHaveLength(3);
  await second();
});

test.each([
  ['fetch', () => void list().then((response) => response.text())],
  ['node:http', () => void nodeHttp.get(`${baseUrl}/inventory`, { headers }, (response) => response.resume())],
])('a request of %s that nobody awaits is reported when its test ends', async (_, send) => {
  const guest = listening().register(fake(), 'lists');
  send();
  expect((await guest())()?.message).toContain(
    'Ending the test “lists”: GET /v1/inventory was still pending when the test ended. ' +
      'Write await before the call, wait for the page to process the response, or abort it when the page unloads.',
  );
});

test('all requests that nobody awaits are reported', async () => {
  const petstore = fake();
  const guest = listening().register(petstore, 'updates');
  const patch = () => fetch(`${baseUrl}/inventory/1`, { method: 'PATCH', headers, body: '{"quantity":5}' });
  const sent = [list(), patch()];
  expect((await guest())()?.message).toContain('GET /v1/inventory, PATCH /v1/inventory/1 were still pending');
  // The fake of their own test handles them, not that of the next one.
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200]);
  expect(petstore.inventory.get(1)).toMatchObject({ quantity: 5 });
});

/** A request that nobody awaits, and how to abort it. */
function unawaited() {
  const leaving = new AbortController();
  const request = fetch(`${baseUrl}/inventory`, { headers, signal: leaving.signal });
  request.catch(() => {});
  return () => leaving.abort();
}

test('a request that its page aborts is not reported', async () => {
  const guest = listening().register(fake(), 'leaves the page');
  const leave = unawaited();
  leave();
  expect((await guest())()).toBeUndefined();
});

// With msw 3 it has a response by then, and must not be aborted.
test.skipIf(process.env.MSW_MAJOR === '3')(
  'a request that the last hook of its test aborts is not reported',
  async () => {
    const guest = listening().register(fake(), 'leaves the page');
    const leave = unawaited();
    const complaint = await guest();
    leave();
    expect(complaint()).toBeUndefined();
  },
);

test('a response that a fault delays is not reported', async () => {
  const petstore = fake();
  const guest = listening().register(petstore, 'shows a spinner');
  petstore.faults.next('listInventory', { delayMs: 60_000 });
  const leaving = new AbortController();
  const request = fetch(`${baseUrl}/inventory`, { headers, signal: leaving.signal });
  await vi.waitFor(() => expect(petstore.journal.exchanges).toHaveLength(1), 60_000);
  expect((await guest())()).toBeUndefined();
  leaving.abort();
  await expect(request).rejects.toThrow('abort');
});

test('a request to another base URL is reported when its test ends', async () => {
  const guest = listening().register(fake(), 'lists');
  await expect(list('http://api.example.test')).rejects.toThrow(TypeError);
  expect((await guest())()?.message).toContain("Pass petstoreOptions: { baseUrl: 'http://api.example.test' }");
});
