import { HttpResponse, http, passthrough } from 'msw';
import { type SetupServer, setupServer } from 'msw/node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startServer } from '../../../src/server/start-server.js';
import { createPetstore } from '../../petstore.js';
import { World } from '../../world.js';
import type { WorldOptions } from '../../world-options.js';
import { type ListenOptions, setupPetstoreServer } from './node.js';

const baseUrl = 'https://api.example.test/v1';
const headers = { authorization: 'Bearer test_free', 'content-type': 'application/json' };

/** A fake that listens until the test ends. */
function listening(options: WorldOptions = {}, listenOptions?: ListenOptions) {
  const petstore = setupPetstoreServer({ baseUrl, pets: 3, ...options });
  petstore.listen(listenOptions);
  onTestFinished(() => petstore.close());
  return petstore;
}

/** A user's own server that listens until the test ends. */
function opened(server: SetupServer) {
  server.listen();
  onTestFinished(() => server.close());
  return server;
}

const list = (url = baseUrl) => fetch(`${url}/inventory`, { headers });

/** Records the console's output. */
function consoleOf(method: 'error' | 'warn') {
  const spy = vi.spyOn(console, method).mockImplementation(() => {});
  onTestFinished(() => spy.mockRestore());
  return () => spy.mock.calls.flat().join('\n');
}

test('closing a server that does not listen does nothing', () => {
  expect(() => setupPetstoreServer().close()).not.toThrow();
});

test('an unknown `unhandled` option is rejected before listening', () => {
  const petstore = setupPetstoreServer();
  expect(() => petstore.listen({ unhandled: 'ignore' as 'warn' })).toThrow(
    `Starting the fake: unknown value "ignore" of unhandled. Try { unhandled: 'error' }, 'warn' or 'bypass'.`,
  );
  expect(() => petstore.close()).not.toThrow();
});

test('an option of msw itself is rejected before listening, as it would have no effect', () => {
  const petstore = setupPetstoreServer();
  expect(() => petstore.listen({ onUnhandledRequest: 'error' } as never)).toThrow(
    'Starting the fake: there is no such field in the options. Fields: unhandled.',
  );
  expect(() => petstore.listen('error' as never)).toThrow("Try { unhandled: 'error' }.");
  expect(() => petstore.listen()).not.toThrow();
  petstore.close();
});

test('requests of this process are handled', async () => {
  const petstore = listening();
  const response = await fetch(`${baseUrl}/inventory/1`, { method: 'PATCH', headers, body: '{"quantity":5}' });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ petId: 1, quantity: 5 });
  expect(petstore.inventory.get(1)).toMatchObject({ quantity: 5 });
});

test('a user’s handler added before takes precedence', async () => {
  const { server } = listening();
  server.use(http.get(`${baseUrl}/inventory`, () => HttpResponse.json([])));
  expect(await (await list()).json()).toEqual([]);
  server.resetHandlers();
  expect(await (await list()).json()).toHaveLength(3);
});

test('the server can be closed and opened again', async () => {
  const petstore = listening();
  petstore.close();
  petstore.listen();
  expect((await list()).status).toBe(200);
});

test('listening twice is rejected', () => {
  const petstore = listening();
  expect(() => petstore.listen()).toThrow(
    'Starting the fake: the server is already listening. Call listen() once, in beforeAll(), or close() first.',
  );
});

test('a fault can reset the connection', async () => {
  const petstore = listening();
  petstore.faults.next('listInventory', { network: 'reset' });
  await expect(list()).rejects.toThrow(TypeError);
  petstore.faults.next('listInventory', { body: 'truncated' });
  await expect((await list()).json()).rejects.toThrow();
  expect((await list()).status).toBe(200);
});

test('the handlers work in the user’s own server', async () => {
  const server = opened(setupServer(...createPetstore({ baseUrl, pets: 3 }).handlers));
  expect(await (await list()).json()).toHaveLength(3);
  server.use(http.get(`${baseUrl}/inventory`, () => HttpResponse.error()));
  await expect(list()).rejects.toThrow(TypeError);
});

test('one server can hold several fakes', async () => {
  const other = 'https://other.example.test/v1';
  opened(
    setupServer(
      ...createPetstore({ baseUrl, pets: 1 }).handlers,
      ...createPetstore({ baseUrl: other, pets: 2 }).handlers,
    ),
  );
  expect(await (await list()).json()).toHaveLength(1);
  expect(await (await list(other)).json()).toHaveLength(2);
});

test('a request to another base URL fails, and the console shows a fix', async () => {
  const output = consoleOf('error');
  listening();
  await expect(list('https://api.example.test')).rejects.toThrow(TypeError);
  expect(output()).toContain(
    "Correct the URL in the code, or pass { baseUrl: 'https://api.example.test' }; if another service was meant, " +
      "server.use(http.get('https://api.example.test/inventory', () => passthrough())).",
  );
});

test('a similar request to another service can have its own handler', async () => {
  const { origin } = await running();
  const { server } = listening();
  server.use(http.get(`${origin}/v1/inventory`, () => passthrough()));
  expect((await list(`${origin}/v1`)).status).toBe(200);
});

test.each([
  ['warn', 'goes there, and the console warns', 404, true],
  ['bypass', 'goes there', 404, false],
  ['error', 'fails', undefined, false],
] as const)('with unhandled: %s, a request to elsewhere %s', async (unhandled, _, status, isWarned) => {
  const [warned] = [consoleOf('warn'), consoleOf('error')];
  const { origin } = await running();
  listening({}, { unhandled });
  const response = await fetch(`${origin}/elsewhere`).catch(() => undefined);
  expect(response?.status).toBe(status);
  expect(warned().includes(`${origin}/elsewhere`)).toBe(isWarned);
});

/** A service on a port until the test ends. */
async function running() {
  const server = await startServer({
    port: 0,
    host: '127.0.0.1',
    createWorld: () => new World({ pets: 1 }),
    log: { request: undefined, bug: () => {} },
  });
  onTestFinished(() => server.close());
  return server;
}
