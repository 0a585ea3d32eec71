import { expect, test } from 'vitest';
import { ask as askService } from '../../../../tests/ask.js';
import type { RequestDetail, RequestPage } from '../../../admin/schemas/requests.js';
import { readHar } from '../../../exchange/read-har.js';
import type { Transcript } from '../../../exchange/transcript.js';
import { openAdmin } from '../admin-for-tests.js';

/** Three requests: 200 by test_free, 401, 404 by test_pro. */
function openBusy(...options: Parameters<typeof openAdmin>) {
  const opened = openAdmin(...options);
  const { world } = opened;
  askService(world, 'GET', '/inventory');
  world.clock.advance('1s');
  askService(world, 'GET', '/inventory', { key: 'sk_wrong_1' });
  world.clock.advance('1s');
  askService(world, 'PATCH', '/inventory/99', { key: 'test_pro', json: { quantity: 5 } });
  return opened;
}

const numbersOf = ({ items }: Pick<RequestPage, 'items'>) => items.map(({ number }) => number);

test('requests are listed, newest first, one line each', async () => {
  const { json } = await openBusy().ask<RequestPage>('GET /requests');
  expect(json).toMatchObject({ total: 3, next: null });
  expect(numbersOf(json)).toEqual([3, 2, 1]);
  expect(json.items[0]).toEqual({
    number: 3,
    at: '2026-11-21T12:00:02.000Z',
    method: 'PATCH',
    target: '/v1/inventory/99',
    operation: 'updateInventory',
    key: 'key#2',
    status: 404,
    delayMs: 0,
    limits: { limit: 300, remaining: 299, resetSeconds: Date.parse('2026-11-21T12:01:02Z') / 1_000 },
    cut: null,
    assumed: expect.any(Array),
    fault: null,
    replayOf: null,
  });
});

test('many requests are paged, in either order', async () => {
  const { ask } = openBusy();
  const newest = (await ask<RequestPage>('GET /requests?limit=2')).json;
  expect({ numbers: numbersOf(newest), next: newest.next }).toEqual({ numbers: [3, 2], next: '2' });
  expect(numbersOf((await ask<RequestPage>('GET /requests?limit=2&after=2')).json)).toEqual([1]);
  const oldest = (await ask<RequestPage>('GET /requests?limit=2&order=oldest&after=1')).json;
  expect({ numbers: numbersOf(oldest), next: oldest.next }).toEqual({ numbers: [2, 3], next: null });
});

test.each([
  ['status=401', [2]],
  ['status=4xx', [3, 2]],
  ['operation=updateInventory', [3]],
  ['key=key%231', [1]],
  ['key=test_pro', [3]],
  ['method=PATCH', [3]],
  ['path=/inventory/', [3]],
  ['since=1', [3, 2]],
  ['since=1&status=404&method=PATCH', [3]],
  ['since=3', []],
])('%s finds the requests %j, and counts them', async (filter, numbers) => {
  const { ask } = openBusy();
  expect(numbersOf((await ask<RequestPage>(`GET /requests?${filter}`)).json)).toEqual(numbers);
  expect((await ask(`GET /requests/count?${filter}`)).json).toEqual({ count: numbers.length });
});

test.each([
  ['key=sk_live_1', 'test_free'],
  ['after=last', 'of the previous part as after'],
  ['status=wrong', 'Try ?status=429.'],
  ['method=patch', 'Try ?method=PATCH.'],
  ['text=%20', 'Try ?text=not_found.'],
  ['operation=getPets', "Did you mean 'getPet'? Operations: listInventory,"],
])('%s is rejected without being quoted', async (filter, message) => {
  const { status, json, body } = await openBusy().ask(`GET /requests?${filter}`);
  expect({ status, json }).toMatchObject({ status: 400, json: { message: expect.stringContaining(message) } });
  expect(body).not.toContain('sk_live_1');
});

test.each([
  ['%22quantity%22:%205', [3]],
  ['Bearer%20key%231', [1]],
  ['unauthorized&status=401', [2]],
  ['unauthorized&since=2', []],
])('the text %s is found in the requests %j', async (text, numbers) => {
  const { ask } = openBusy();
  expect(numbersOf((await ask<RequestPage>(`GET /requests?text=${text}`)).json)).toEqual(numbers);
});

test('a text is found page by page', async () => {
  const { ask } = openBusy();
  const first = (await ask<RequestPage>('GET /requests?text=%2Fv1%2Finventory&limit=2')).json;
  expect({ ...first, items: numbersOf(first) }).toEqual({ items: [3, 2], total: 3, next: '2' });
  expect(numbersOf((await ask<RequestPage>('GET /requests?text=%2Fv1%2Finventory&limit=2&after=2')).json)).toEqual([1]);
});

test.each(['test_free', 'sk_wrong_1', 'sk_wrong', 'test_pro', 'no-such-key'])(
  'no search finds a key, or differs from one for a text that is nowhere: %s',
  async (text) => {
    const { ask } = openBusy();
    const { json } = await ask(`GET /requests?text=${text}`);
    expect(json).toEqual({ items: [], total: 0, next: null });
  },
);

test('requests that arrive during a search wait for a slice of it, and dropped ones are left out', async () => {
  const { ask, world } = openBusy({ journalLimit: 3 });
  const searching = ask<RequestPage>('GET /requests?text=inventory');
  askService(world, 'GET', '/pets/1');
  expect(numbersOf((await searching).json)).toEqual([3, 2]);
  world.journal.clear();
  expect((await ask<RequestPage>('GET /requests?text=inventory')).json.total).toBe(0);
});

test('a search ends when its client leaves', async () => {
  const leaving = new AbortController();
  const searching = openBusy().ask('GET /requests?text=inventory', { signal: leaving.signal });
  leaving.abort();
  expect((await searching).status).toBe(408);
});

test('a request that met a fault has its id and its effect', async () => {
  const { ask, world, steering } = openAdmin();
  const id = steering.faults.next('any', { network: 'reset' });
  askService(world, 'GET', '/inventory');
  const { items } = (await ask<RequestPage>('GET /requests')).json;
  expect(items[0]).toMatchObject({ status: null, cut: 'reset', fault: id });
  expect((await ask('GET /requests/1')).json).toMatchObject({
    response: null,
    failure: expect.stringContaining('reset'),
  });
});

test.each([
  ['test_pro', 'Bearer test_pro'],
  ['test_revoked', 'Bearer test_revoked'],
  ['sk_live_1', 'Bearer $PETSTORE_API_KEY'],
  ['sk_wrong_1', 'Bearer $PETSTORE_API_KEY'],
])('the curl command has only the text of a sample key: %s', async (key, header) => {
  const { ask, world } = openAdmin({ keys: { sk_live_1: 'pro' } });
  askService(world, 'GET', '/inventory', { key });
  const { curl } = (await ask<RequestDetail>('GET /requests/1')).json;
  expect(curl).toContain(`-H "Authorization: ${header}"`);
});

test('the curl command has a sample key in the wrong place, too', async () => {
  const { ask, world } = openAdmin();
  askService(world, 'GET', '/inventory', { key: null, headers: [['authorization', 'Basic test_free']] });
  expect((await ask<RequestDetail>('GET /requests/1')).json.curl).toContain('-H "Authorization: Basic test_free"');
});

test('an exchange is returned in full, with a curl command and without keys', async () => {
  const { json, body } = await openBusy().ask<RequestDetail>('GET /requests/3');
  expect(json).toMatchObject({
    line: { number: 3, status: 404 },
    request: { method: 'PATCH', url: 'http://127.0.0.1:4290/v1/inventory/99', body: '{"quantity":5}' },
    response: { status: 404, body: expect.stringContaining('"code"'), isWhole: true },
    failure: null,
  });
  expect(json.request.headers).toContainEqual(['authorization', 'Bearer key#2']);
  expect(String(body).replace('Bearer test_pro', '')).not.toContain('test_pro');
});

test('a truncated body is null', async () => {
  const { ask, world, steering } = openAdmin();
  steering.faults.next('any', { body: 'truncated' });
  askService(world, 'GET', '/inventory');
  expect((await ask('GET /requests/1')).json).toMatchObject({ response: { body: null, isWhole: false } });
});

test('an unknown request gets 404 and the range of numbers', async () => {
  expect(await openBusy().ask('GET /requests/4')).toMatchObject({
    status: 404,
    json: { message: expect.stringContaining('Try any from 1 to 3.') },
  });
  expect((await openAdmin().ask('GET /requests/1')).json).toMatchObject({ message: expect.stringContaining('empty') });
});

test('a cleared journal continues with its numbers', async () => {
  const { ask, world } = openBusy();
  expect((await ask('DELETE /requests')).json).toEqual({ done: true });
  expect((await ask('GET /requests')).json).toMatchObject({ items: [], total: 0 });
  askService(world, 'GET', '/inventory');
  expect(numbersOf((await ask<RequestPage>('GET /requests')).json)).toEqual([4]);
});

test('the journal is returned as a HAR file that parses again', async () => {
  const { headers, body, json } = await openBusy().ask('GET /requests/har');
  expect(headers).toMatchObject({
    'Content-Type': 'application/json',
    'Content-Disposition': 'attachment; filename="petstore-mock-shared.har"',
  });
  expect(json).toMatchObject({ log: { creator: { name: 'petstore-mock', version: '1.2.3' } } });
  expect(readHar(String(body), 'the journal').exchanges.map(({ response }) => response?.status)).toEqual([
    200, 401, 404,
  ]);
  for (const key of ['test_free', 'sk_wrong_1', 'test_pro']) expect(body).not.toContain(key);
});

test('the manners of the newest requests are judged, with the base URL of the service', async () => {
  const judged: (Transcript & { baseUrl: string })[] = [];
  const rules = [
    { id: 'm', title: 'Waits', section: '8.3', sentence: 'Waits.', outcome: 'pass' as const, findings: [] },
  ];
  const judgeManners = async (transcript: Transcript & { baseUrl: string }) => {
    judged.push(transcript);
    return rules;
  };
  const { ask } = openBusy({}, { judgeManners });
  expect((await ask('GET /manners')).json).toEqual({ from: 1, to: 3, rules });
  expect((await ask('GET /manners?since=2')).json).toEqual({ from: 3, to: 3, rules });
  expect((await ask('GET /manners?since=3')).json).toEqual({ from: 0, to: 0, rules });
  expect(judged.map(({ exchanges }) => exchanges.length)).toEqual([3, 1, 0]);
  expect(judged[0]?.baseUrl).toBe('http://127.0.0.1:4290/v1');
});

test('the responses to the newest requests are judged by another judge', async () => {
  const judgeService = async ({ exchanges }: Transcript) => [
    {
      id: 'body/json',
      title: 'Answers JSON',
      section: '4',
      sentence: 'Request and response bodies are `application/json`.',
      outcome: 'violation' as const,
      findings: exchanges.map(({ number }) => ({ problem: 'no JSON', exchanges: [number] })),
    },
  ];
  const { ask } = openBusy({}, { judgeService });
  expect((await ask('GET /findings?since=2')).json).toMatchObject({
    from: 3,
    to: 3,
    rules: [{ id: 'body/json', findings: [{ problem: 'no JSON', exchanges: [3] }] }],
  });
});

test('events are streamed for the given world', async () => {
  const { ask, close } = openAdmin();
  await ask('POST /keys', { body: { isolated: true } });
  const { headers, body } = await ask('GET /events?world=w1');
  expect(headers).toMatchObject({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  close();
  expect(await new Response(body as ReadableStream).text()).toMatch(/^event: hello\ndata: \{"world":"w1",/);
});
