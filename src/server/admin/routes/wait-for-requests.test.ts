import { expect, test } from 'vitest';
import { ask as askService } from '../../../../tests/ask.js';
import type { RequestWait } from '../../../admin/schemas/requests.js';
import { openAdmin } from '../admin-for-tests.js';

/** Three requests: 200, 401 and 404. */
function openBusy() {
  const opened = openAdmin();
  const { world } = opened;
  askService(world, 'GET', '/inventory');
  askService(world, 'GET', '/inventory', { key: 'sk_wrong_1' });
  askService(world, 'PATCH', '/inventory/99', { json: { quantity: 5 } });
  return opened;
}

const numbersOf = ({ items }: RequestWait) => items.map(({ number }) => number);

test('a wait for past requests gets a response at once', async () => {
  const { json } = await openBusy().ask<RequestWait>('GET /requests/wait?count=2&status=4xx');
  expect(json.count).toBe(2);
  expect(numbersOf(json)).toEqual([2, 3]);
});

test('a wait gets its response as soon as enough requests have come', async () => {
  const { ask, world } = openBusy();
  const waiting = ask<RequestWait>('GET /requests/wait?since=3&count=2&operation=listInventory');
  askService(world, 'GET', '/inventory');
  askService(world, 'PATCH', '/inventory/1', { json: { quantity: 5 } });
  askService(world, 'GET', '/inventory');
  const { json } = await waiting;
  expect({ count: json.count, numbers: numbersOf(json) }).toEqual({ count: 2, numbers: [4, 6] });
});

test('requests cleared during a wait still count', async () => {
  const { ask, world } = openAdmin();
  const waiting = ask<RequestWait>('GET /requests/wait?count=2');
  askService(world, 'GET', '/inventory');
  await new Promise((resolve) => setImmediate(resolve));
  await ask('DELETE /requests');
  askService(world, 'GET', '/inventory');
  expect((await waiting).json.count).toBe(2);
});

test('a wait that times out gets the number of matches', async () => {
  const { status, json } = await openBusy().ask('GET /requests/wait?count=4&timeout=0s');
  expect({ status, json }).toMatchObject({
    status: 408,
    json: { code: 'request_timeout', message: expect.stringContaining('3 of 4 requests') },
  });
});

test('of very many matches the newest are returned, oldest first', async () => {
  const { ask, world } = openAdmin();
  for (let sent = 0; sent < 150; sent++) askService(world, 'GET', '/inventory', { key: 'test_business' });
  const { json } = await ask<RequestWait>('GET /requests/wait');
  expect({ count: json.count, numbers: numbersOf(json) }).toEqual({
    count: 150,
    numbers: Array.from({ length: 100 }, (_, index) => index + 51),
  });
});

test('a wait ends when the client disconnects, and its listener is removed', async () => {
  const { ask, world } = openAdmin();
  const listeners = countListeners(world.journal);
  const client = new AbortController();
  const waiting = ask('GET /requests/wait', { signal: client.signal });
  expect(listeners()).toBe(1);
  client.abort();
  expect((await waiting).status).toBe(408);
  expect(listeners()).toBe(0);
});

test('a wait ends when the server stops', async () => {
  const { ask, close } = openAdmin();
  const waiting = ask('GET /requests/wait');
  close();
  expect((await waiting).status).toBe(503);
  expect((await ask('GET /requests/wait')).status).toBe(503);
});

test.each([
  ['timeout=61s', 'Try ?timeout=5s.'],
  ['timeout=soon', 'Try ?timeout=5s.'],
  ['count=0', 'Try ?count=2.'],
  ['key=sk_live_1', 'test_free'],
])('a wait with %s is rejected at once', async (query, message) => {
  const { status, json } = await openAdmin().ask(`GET /requests/wait?${query}`);
  expect({ status, json }).toMatchObject({ status: 400, json: { message: expect.stringContaining(message) } });
});

function countListeners(journal: ReturnType<typeof openAdmin>['world']['journal']): () => number {
  const onRecord = journal.onRecord.bind(journal);
  let listening = 0;
  journal.onRecord = (listener) => {
    const stop = onRecord(listener);
    listening++;
    return () => {
      listening--;
      stop();
    };
  };
  return () => listening;
}
