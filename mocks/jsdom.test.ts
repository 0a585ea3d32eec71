// @vitest-environment jsdom
import { getResponse } from 'msw';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createPetstore, type Petstore } from './petstore.js';

const headers = { authorization: 'Bearer test_free', 'content-type': 'application/json' };

/** Sends a request of a page through a fake’s handlers. */
async function send({ baseUrl, handlers }: Petstore, path: string, init: RequestInit = {}) {
  const response = await getResponse([...handlers], new Request(`${baseUrl}${path}`, { headers, ...init }));
  return { status: response?.status, body: await response?.json() };
}

test('a window exists', () => {
  expect('window' in globalThis).toBe(true);
});

test('a fake in a page responds', async () => {
  const { status, body } = await send(createPetstore({ pets: 2 }), '/inventory');
  expect(status).toBe(200);
  expect(body).toHaveLength(2);
});

test('two fakes in one page are isolated', async () => {
  const one = createPetstore({ pets: 1 });
  const other = createPetstore({ pets: 1 });
  const before = (await send(other, '/inventory')).body;
  await send(one, '/inventory/1', { method: 'PATCH', body: '{"quantity":12345}' });
  expect((await send(one, '/inventory')).body).toMatchObject([{ petId: 1, quantity: 12_345 }]);
  expect((await send(other, '/inventory')).body).toEqual(before);
});

test('a fake never opens a channel to other tabs', async () => {
  const opened = vi.fn();
  class Channel extends EventTarget {
    constructor(name: string) {
      super();
      opened(name);
    }
  }
  vi.stubGlobal('BroadcastChannel', Channel);
  onTestFinished(() => void vi.unstubAllGlobals());
  const petstore = createPetstore({ pets: 1 });
  await send(petstore, '/inventory/1', { method: 'PATCH', body: '{"quantity":12345}' });
  petstore.seed({ pets: 2 });
  petstore.reset();
  expect(opened).not.toHaveBeenCalled();
  expect(globalThis.BroadcastChannel).toBe(Channel);
});
