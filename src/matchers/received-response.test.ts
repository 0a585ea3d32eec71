import { expect, onTestFinished, test, vi } from 'vitest';
import { recordBody } from '../exchange/record-exchange.js';
import { readReceived } from './received-response.js';

const headers = { 'Content-Type': 'application/json', 'X-RateLimit-Limit': '60' };
/** Reads a response, its body recorded. */
const readRecorded = async (received: unknown) => {
  const { body, incomplete, ...head } = await readReceived(received);
  return { ...head, body: recordBody(body, incomplete) };
};
const textOf = async (received: unknown) => {
  const { body } = await readRecorded(received);
  return body.kind === 'text' ? body.text : body.kind;
};

test('a Response stays readable', async () => {
  const response = new Response('[]', { status: 200, headers });
  const read = await readRecorded(response);
  expect(read).toMatchObject({ status: 200, body: { kind: 'text', text: '[]' } });
  expect(read.mayHideHeaders).toBeUndefined();
  expect(read.headers).toContainEqual(['x-ratelimit-limit', '60']);
  expect(await response.text()).toBe('[]');
});

test('a Response of another origin may hide headers', async () => {
  const response = Object.defineProperty(new Response('[]'), 'type', { value: 'cors' });
  expect(await readReceived(response)).toMatchObject({ mayHideHeaders: true });
});

test('a Response that was read is rejected with a suggested fix', async () => {
  const response = new Response('[]');
  await response.text();
  await expect(readReceived(response)).rejects.toThrow(
    /was already read\. Pass the response before it is read .* or \{ status, headers, body \}/,
  );
});

test('a Response that is being read is rejected', async () => {
  const response = new Response('[]');
  response.body?.getReader();
  await expect(readReceived(response)).rejects.toThrow('was already read');
});

test('an opaque Response cannot be judged', async () => {
  const response = Object.defineProperties(new Response(''), { type: { value: 'opaque' }, status: { value: 0 } });
  await expect(readReceived(response)).rejects.toThrow(/no body to judge\. Send the request without mode: 'no-cors'/);
  await expect(readReceived(Response.error())).rejects.toThrow("the type 'error' has no status");
});

test('an incomplete body is missing, with a reason', async () => {
  const stream = new ReadableStream({ pull: (controller) => controller.error(new Error('terminated')) });
  expect(await readRecorded(new Response(stream))).toMatchObject({ body: { kind: 'missing', why: 'terminated' } });
});

test('bytes that are not UTF-8 are binary', async () => {
  const bytes = Uint8Array.of(0xff, 0xfe);
  expect(await readRecorded(new Response(bytes))).toMatchObject({ body: { kind: 'binary', bytes: 2 } });
  expect(await readRecorded({ status: 200, headers, body: bytes.buffer })).toMatchObject({ body: { kind: 'binary' } });
});

test('a Playwright response is read, with synchronous or asynchronous methods', async () => {
  const pairs = [{ name: 'content-type', value: 'application/json' }];
  const response = { status: () => 404, headersArray: () => pairs, body: async () => new TextEncoder().encode('{}') };
  const expected = { status: 404, headers: [['content-type', 'application/json']], body: { text: '{}' } };
  expect(await readRecorded(response)).toMatchObject(expected);
  expect(await readRecorded({ ...response, headersArray: async () => pairs })).toMatchObject(expected);
});

test('a redirect in Playwright has no body', async () => {
  const body = async () => {
    throw new Error('Response body is unavailable for redirect responses');
  };
  const response = { status: () => 302, headersArray: () => [], body };
  expect(await readRecorded(response)).toMatchObject({ status: 302, body: { kind: 'empty' } });
});

test('a Playwright response without its body is rejected', async () => {
  const body = async () => {
    throw new Error('Response has been disposed');
  };
  const response = { status: () => 200, headersArray: () => [], body };
  await expect(readReceived(response)).rejects.toThrow(
    /could not be read: Response has been disposed\. Pass the response/,
  );
});

test('a Playwright response whose body never ends is rejected in time', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const response = { status: () => 429, headersArray: () => [], body: () => new Promise(() => {}) };
  const reading = expect(readReceived(response)).rejects.toThrow(
    /the body of the 429 could not be read: after 10 s it is not complete\. A page that leaves it unread/,
  );
  await vi.advanceTimersByTimeAsync(10_000);
  await reading;
});

test('a body may be text, parsed JSON, bytes or absent', async () => {
  expect(await textOf({ status: 200, headers, body: '[1.0]' })).toBe('[1.0]');
  expect(await textOf({ status: 200, headers, body: [{ petId: 9007199254740993n }] })).toBe(
    '[{"petId":9007199254740993}]',
  );
  expect(await textOf({ status: 200, headers, body: new TextEncoder().encode('[]') })).toBe('[]');
  expect(await textOf({ status: 200, headers, data: { a: null } })).toBe('{"a":null}');
  expect(await textOf({ status: 200, headers, body: '' })).toBe('empty');
  expect(await textOf({ status: 204, headers })).toBe('empty');
});

test('a body that has not been read yet is rejected', async () => {
  const body = new Response('[]').body;
  await expect(readReceived({ status: 200, headers, body })).rejects.toThrow('has not been read yet');
  await expect(readReceived({ status: 200, headers, body: Promise.resolve('[]') })).rejects.toThrow(
    'not been read yet',
  );
});

test('headers may be an object, a Headers, a Map or a list of pairs', async () => {
  const list = [['accept', 'a']];
  for (const each of [{ accept: 'a' }, new Headers({ accept: 'a' }), new Map([['accept', 'a']]), list]) {
    expect((await readReceived({ status: 200, headers: each })).headers).toEqual(list);
  }
  const many = { 'set-cookie': ['a=1', 'b=2'], 'content-length': 2, etag: undefined };
  expect((await readReceived({ status: 200, headers: many })).headers).toEqual([
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=2'],
    ['content-length', '2'],
  ]);
});

test.each([
  [undefined, 'it received undefined. Pass a fetch Response'],
  ['[]', 'it received a string'],
  [Promise.resolve(new Response()), 'is a promise. Write expect(await …)'],
  [{}, 'it has no numeric status'],
  [{ status: 0, headers }, 'its status is 0'],
  [{ status: 200 }, 'has no headers'],
  [{ status: 200, headers: ['accept', 'a'] }, 'has no headers'],
  [{ status: 200, headers: { accept: {} } }, 'has no headers'],
  [{ message: 'Request failed', response: { status: 404 } }, 'Pass its `response`'],
])('%j is not a response', async (received, message) => {
  await expect(readReceived(received)).rejects.toThrow(message);
});
