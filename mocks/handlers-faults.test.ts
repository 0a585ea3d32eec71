import { once } from 'node:events';
import nodeHttp, { type IncomingMessage } from 'node:http';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { unhandledRequests } from './edges/msw/unhandled-requests.js';
import { createPetstore, type Petstore } from './petstore.js';

const headers = { Authorization: 'Bearer test_free', 'Content-Type': 'application/json' };

/** A fake that handles the requests of this process, and the URL of its inventory. */
function listening(): Petstore & { inventoryUrl: string } {
  const petstore = createPetstore({ baseUrl: 'http://petstore.test/v1', clock: '2026-11-21T12:00:00Z', pets: 3 });
  const server = setupServer(...petstore.handlers);
  server.listen(unhandledRequests('error'));
  onTestFinished(() => server.close());
  return Object.assign(petstore, { inventoryUrl: `${petstore.baseUrl}/inventory` });
}

test('a truncated response has its status and headers, and its body fails', async () => {
  const { faults, inventoryUrl, handle } = listening();
  const whole = handle({ method: 'GET', path: '/v1/inventory', headers });
  faults.next('listInventory', { body: 'truncated' }, { times: 2 });
  const response = await fetch(inventoryUrl, { headers });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-length')).toBe(whole.headers['Content-Length']);
  await expect(response.json()).rejects.toThrow(TypeError);

  const reader = (await fetch(inventoryUrl, { headers })).body?.getReader();
  const received = new TextDecoder().decode((await reader?.read())?.value);
  expect(received).toHaveLength(Math.floor((whole.body ?? '').length / 2));
  expect(whole.body?.startsWith(received)).toBe(true);
  await expect(reader?.read()).rejects.toThrow(TypeError);
});

test('fake timers advance a delayed response', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { faults, inventoryUrl } = listening();
  faults.next('listInventory', { delayMs: 3_600_000 });
  const responded = vi.fn();
  const response = fetch(inventoryUrl, { headers }).finally(responded);
  await untilTimersAre(1);
  await vi.advanceTimersByTimeAsync(3_599_999);
  expect(responded).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect((await response).status).toBe(200);
});

test('aborting a delayed response leaves no timer behind', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { faults, inventoryUrl } = listening();
  faults.next('listInventory', { delayMs: 3_600_000 });
  const abort = new AbortController();
  const response = fetch(inventoryUrl, { headers, signal: abort.signal });
  await untilTimersAre(1);
  abort.abort();
  await expect(response).rejects.toThrow('aborted');
  expect(vi.getTimerCount()).toBe(0);
});

test('a delayed response does not block others', async () => {
  const { faults, inventoryUrl } = listening();
  faults.next('listInventory', { delayMs: 3_600_000 });
  const abort = new AbortController();
  const slow = fetch(inventoryUrl, { headers, signal: abort.signal });
  expect((await fetch(inventoryUrl, { headers })).status).toBe(200);
  abort.abort();
  await expect(slow).rejects.toThrow('aborted');
});

test('a delayed response can be reset too', async () => {
  const { faults, inventoryUrl } = listening();
  faults.next('listInventory', { delayMs: 1, network: 'reset' });
  await expect(fetch(inventoryUrl, { headers })).rejects.toThrow(TypeError);
});

test('a malformed response is complete, and parsing its JSON fails', async () => {
  const { faults, inventoryUrl } = listening();
  faults.always('any', { body: 'malformed' });
  for (const url of [inventoryUrl, `${inventoryUrl}/nowhere`]) {
    const text = await (await fetch(url, { headers })).text();
    expect(text).toMatch(/^[[{].+[\]}]$/s);
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
  }
  const response = await fetch(inventoryUrl, { headers });
  expect(response.headers.get('content-length')).toBe(String((await response.clone().text()).length));
  await expect(response.json()).rejects.toThrow(SyntaxError);
});

test('fake timers advance a slow body', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { faults, inventoryUrl, handle: response } = listening();
  const whole = response({ method: 'GET', path: '/v1/inventory', headers }).body ?? '';
  faults.next('listInventory', { dripMs: 60_000 });
  let received = '';
  const writing = new WritableStream<string>({
    write: (part) => {
      received += part;
    },
  });
  // Not awaited: msw 3 passes the head with the first chunk of the body.
  const reading = fetch(inventoryUrl, { headers }).then(({ body }) =>
    body?.pipeThrough(new TextDecoderStream()).pipeTo(writing),
  );
  await untilTimersAre(1);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(whole.startsWith(received)).toBe(true);
  expect(received.length).toBeGreaterThan(0.45 * whole.length);
  expect(received.length).toBeLessThan(0.55 * whole.length);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(received).not.toBe(whole);
  await vi.advanceTimersByTimeAsync(1);
  await reading;
  expect(received).toBe(whole);
  // Node's own client, which msw 3 handles, keeps its connection for some seconds.
  await vi.advanceTimersByTimeAsync(10_000);
  expect(vi.getTimerCount()).toBe(0);
});

test('a body can be slow and truncated', async () => {
  const { faults, inventoryUrl, handle: response } = listening();
  const whole = response({ method: 'GET', path: '/v1/inventory', headers }).body ?? '';
  faults.next('listInventory', { dripMs: 2, body: 'truncated' });
  const reader = (await fetch(inventoryUrl, { headers })).body?.getReader();
  const received = new TextDecoder().decode((await reader?.read())?.value);
  expect(received).toBe(whole.slice(0, whole.length / 2));
  await expect(reader?.read()).rejects.toThrow(TypeError);
});

test('aborting a slow body fails it and leaves no timer behind', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { faults, inventoryUrl } = listening();
  faults.next('listInventory', { dripMs: 3_600_000 });
  const abort = new AbortController();
  const reading = fetch(inventoryUrl, { headers, signal: abort.signal }).then((response) => response.text());
  await untilTimersAre(1);
  abort.abort();
  await expect(reading).rejects.toThrow('aborted');
  expect(vi.getTimerCount()).toBe(0);
});

test('a slow response without a body arrives at once', async () => {
  const { faults, inventoryUrl } = listening();
  faults.always('any', { dripMs: 3_600_000 });
  const response = await fetch(inventoryUrl, { method: 'HEAD', headers });
  expect([response.status, await response.text()]).toEqual([200, '']);
});

test('a client of node:http reads a slow body', async () => {
  const { faults, inventoryUrl } = listening();
  faults.next('listInventory', { dripMs: 2 });
  const [response] = (await once(ask(inventoryUrl), 'response')) as [IncomingMessage];
  expect(JSON.parse(Buffer.concat(await response.toArray()).toString())).toHaveLength(3);
});

test('a client of node:http sees the same faults as request and response errors', async () => {
  const { faults, inventoryUrl } = listening();
  faults.next('listInventory', { network: 'reset' });
  const [error] = (await once(ask(inventoryUrl), 'error')) as [Error];
  expect(error.message).toBe('Network error');

  faults.next('listInventory', { body: 'truncated' });
  const [response] = (await once(ask(inventoryUrl), 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  const [broken] = (await once(response.resume(), 'error')) as [Error];
  expect(broken).toMatchObject({ code: 'ECONNRESET', message: 'aborted' });
  expect(response.complete).toBe(false);
});

test('a user’s own handler neither meets nor consumes faults', async () => {
  const petstore = createPetstore({ baseUrl: 'http://petstore.test/v1' });
  const server = setupServer(...petstore.handlers);
  server.listen(unhandledRequests('error'));
  onTestFinished(() => server.close());
  petstore.faults.next('listInventory', { status: 503 });
  server.use(http.get(`${petstore.baseUrl}/inventory`, () => HttpResponse.json([]), { once: true }));
  const statuses = [];
  for (let sent = 0; sent < 3; sent++)
    statuses.push((await fetch(`${petstore.baseUrl}/inventory`, { headers })).status);
  expect(statuses).toEqual([200, 503, 200]);
});

function ask(url: string) {
  const client = nodeHttp.request(url, { headers });
  client.on('error', () => {});
  return client.end();
}

/** Waits until the edge has started its timer; the turns of the event loop before that do not depend on fake timers. */
async function untilTimersAre(count: number): Promise<void> {
  while (vi.getTimerCount() < count) await new Promise((resolve) => process.nextTick(resolve));
}
