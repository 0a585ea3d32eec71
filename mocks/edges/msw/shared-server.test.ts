import { once } from 'node:events';
import nodeHttp from 'node:http';
import type { AddressInfo } from 'node:net';
import { HttpResponse, http, passthrough } from 'msw';
import { Agent, Client, Pool, request as undiciRequest } from 'undici';
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

test.skipIf(process.env.MSW_MAJOR === '3')('concurrent tests that are run apart share a base URL', async () => {
  const shared = listening();
  const run = (pets: number) =>
    shared.runApart(async () => {
      const end = shared.register(fake({ pets }), `lists ${pets}`);
      if (pets === 2) shared.server.use(http.get(`${baseUrl}/store/orders`, () => HttpResponse.json(['own'])));
      const [stock, orders] = [await list(), await fetch(`${baseUrl}/store/orders`, { headers })];
      expect(await stock.json()).toHaveLength(pets);
      expect((await orders.text()).includes('own')).toBe(pets === 2);
      expect((await end())()).toBeUndefined();
    });
  await Promise.all([run(1), run(2), run(3)]);
});

test.skipIf(process.env.MSW_MAJOR === '3')(
  'a request that concurrent tests cannot be told apart by fails, and each is told',
  async () => {
    const shared = listening();
    const ends = [1, 2].map((pets) => shared.runApart(() => shared.register(fake({ pets }), `lists ${pets}`)));
    await expect(list()).rejects.toThrow(TypeError);
    for (const [index, end] of ends.entries()) {
      expect((await end())()?.message).toContain(
        `Sending GET ${baseUrl}/inventory in the test “lists ${index + 1}”: 2 concurrent tests have a fake there`,
      );
    }
  },
);

/** A server outside of any test, and what it reports. */
function betweenTests(homes: readonly string[] = []) {
  const raised: string[] = [];
  const shared = new SharedServer(homes, ({ message }) => raised.push(message));
  shared.start();
  onTestFinished(() => shared.stop());
  return { shared, raised };
}

test('before the first test, whatever looks like an operation fails', async () => {
  const { raised } = betweenTests();
  await expect(list()).rejects.toThrow(TypeError);
  expect(raised).toEqual([
    expect.stringContaining(`Sending GET ${baseUrl}/inventory outside of a test: there is no fake`),
  ]);
});

test('between tests, requests to the fake of an earlier one fail', async () => {
  const { shared, raised } = betweenTests();
  await (await shared.register(fake(), 'lists'))();
  await expect(fetch(`${baseUrl}/anything`)).rejects.toThrow(TypeError);
  expect(raised).toEqual([expect.stringContaining('outside of a test')]);
});

test('a known address leaves other services alone', async () => {
  const { raised } = betweenTests([baseUrl]);
  await expect(list('http://127.0.0.1:9')).rejects.toThrow(TypeError);
  expect(raised).toEqual([]);
});

test('other addresses are treated as the running test chooses', async () => {
  const shared = listening();
  const warn = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const { end } = shared.guard('strict', fake, 'error');
  let count = 0;
  const other = nodeHttp.createServer((_, response) => response.end(`${++count}`)).listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await expect(fetch(`http://127.0.0.1:${port}/other`)).rejects.toThrow(TypeError);
  expect(count).toBe(0);
  expect(String(warn.mock.calls[0]?.[0])).toBe(
    `Sending GET http://127.0.0.1:${port}/other: no handler responds to it, and unhandled is 'error'. ` +
      `Add a handler with server.use; if another service was meant, server.use(http.get('http://127.0.0.1:${port}/other', () => passthrough())).`,
  );
  expect(end()).toBeUndefined();
});

// msw 3 intercepts the sockets that these use.
test.skipIf(process.env.MSW_MAJOR === '3').each([
  ['fetch', (kept: typeof fetch) => kept(`${baseUrl}/inventory`, { headers })],
  [
    'http.request',
    (_: typeof fetch, request: typeof nodeHttp.request) =>
      new Promise((resolve, reject) => {
        request(`${baseUrl}/inventory`, { headers }, resolve).on('error', reject).end();
      }),
  ],
])('a client that kept %s from before the fake fails, and so does its test', async (_, send) => {
  const [kept, request] = [globalThis.fetch, nodeHttp.request];
  const end = listening().register(fake(), 'lists');
  const problem = await Promise.resolve()
    .then(() => send(kept, request))
    .catch((error) => String(error.cause ?? error));
  expect(problem).toContain(
    `Sending GET ${baseUrl}/inventory: the client does not use the fetch or http.request of the fake`,
  );
  expect((await end())()?.message).toContain('it kept the original one');
});

test.skipIf(process.env.MSW_MAJOR === '3')(
  'undici reaches no service, with a dispatcher of its own either',
  async () => {
    let count = 0;
    const service = nodeHttp.createServer((_, response) => response.end(`${++count}`)).listen(0, '127.0.0.1');
    onTestFinished(() => void service.close());
    await once(service, 'listening');
    const own = `http://127.0.0.1:${(service.address() as AddressInfo).port}/v1`;
    const end = listening().register(fake({ baseUrl: own }), 'lists');
    const dispatchers = [new Agent(), new Pool(new URL(own).origin), new Client(new URL(own).origin)];
    for (const dispatcher of dispatchers) {
      await expect(undiciRequest(`${own}/inventory`, { headers, dispatcher })).rejects.toThrow();
      await dispatcher.destroy();
    }
    expect(count).toBe(0);
    expect((await end())()?.message).toContain('or is undici');
  },
);

test.skipIf(process.env.MSW_MAJOR === '3')(
  'a concurrent test without a fake does not get that of another',
  async () => {
    const shared = listening();
    const end = await shared.runApart(async () => shared.register(fake(), 'has one'));
    await shared.runApart(async () => {
      const guard = shared.guard('forgot it', fake);
      await expect(list()).rejects.toThrow(TypeError);
      expect(guard.end()?.message).toContain('in the test “forgot it”');
    });
    expect((await end())()).toBeUndefined();
  },
);

test('what a handler lets pass is no kept client', async () => {
  const shared = listening();
  const end = shared.register(fake(), 'passes');
  shared.server.use(http.get(`${baseUrl}/inventory`, () => passthrough()));
  await expect(list()).rejects.toThrow(TypeError);
  expect((await end())()).toBeUndefined();
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
      'Write await before the call, wait until your code has processed the response, or abort it before the test ends.',
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
  expect((await guest())()?.message).toContain(
    "Correct the URL in the code, or pass petstoreOptions: { baseUrl: 'http://api.example.test' }",
  );
});
