import { expect, test } from 'vitest';
import { readReceived } from './received-response.js';

const headers = { 'Content-Type': 'application/json', 'X-RateLimit-Limit': '60' };
const textOf = async (received: unknown) => {
  const { body } = await readReceived(received);
  return body.kind === 'text' ? body.text : body.kind;
};

test('a Response stays readable', async () => {
  const response = new Response('[]', { status: 200, headers });
  const answer = await readReceived(response);
  expect(answer).toMatchObject({ status: 200, body: { kind: 'text', text: '[]' }, mayHideHeaders: false });
  expect(answer.headers).toContainEqual(['x-ratelimit-limit', '60']);
  expect(await response.text()).toBe('[]');
});

test('a Response of another origin may hide headers', async () => {
  const response = Object.defineProperty(new Response('[]'), 'type', { value: 'cors' });
  expect(await readReceived(response)).toMatchObject({ mayHideHeaders: true });
});

test('a Response that has been read is refused with what to do', async () => {
  const response = new Response('[]');
  await response.text();
  await expect(readReceived(response)).rejects.toThrow(
    /has been read already\. Pass the response before it is read .* or \{ status, headers, body \}/,
  );
});

test('a Response that is being read is refused', async () => {
  const response = new Response('[]');
  response.body?.getReader();
  await expect(readReceived(response)).rejects.toThrow('has been read already');
});

test('an opaque Response cannot be judged', async () => {
  const response = Object.defineProperties(new Response(''), { type: { value: 'opaque' }, status: { value: 0 } });
  await expect(readReceived(response)).rejects.toThrow(
    /nothing can be judged\. Send the request without mode: 'no-cors'/,
  );
  await expect(readReceived(Response.error())).rejects.toThrow('It stands for a request that failed');
});

test('a body that breaks off is missing, and says why', async () => {
  const stream = new ReadableStream({ pull: (controller) => controller.error(new Error('terminated')) });
  expect(await readReceived(new Response(stream))).toMatchObject({ body: { kind: 'missing', why: 'terminated' } });
});

test('bytes that are no UTF-8 are binary', async () => {
  const bytes = Uint8Array.of(0xff, 0xfe);
  expect(await readReceived(new Response(bytes))).toMatchObject({ body: { kind: 'binary', bytes: 2 } });
  expect(await readReceived({ status: 200, headers, body: bytes.buffer })).toMatchObject({ body: { kind: 'binary' } });
});

test('a response of Playwright’s is read, whether it answers at once or later', async () => {
  const pairs = [{ name: 'content-type', value: 'application/json' }];
  const response = { status: () => 404, headersArray: () => pairs, body: async () => new TextEncoder().encode('{}') };
  const answer = { status: 404, headers: [['content-type', 'application/json']], body: { text: '{}' } };
  expect(await readReceived(response)).toMatchObject(answer);
  expect(await readReceived({ ...response, headersArray: async () => pairs })).toMatchObject(answer);
});

test('a redirect of Playwright’s has no body to ask for', async () => {
  const body = async () => {
    throw new Error('Response body is unavailable for redirect responses');
  };
  const response = { status: () => 302, headersArray: () => [], body };
  expect(await readReceived(response)).toMatchObject({ status: 302, body: { kind: 'empty' } });
});

test('a response of Playwright’s whose body is gone is refused', async () => {
  const body = async () => {
    throw new Error('Response has been disposed');
  };
  const response = { status: () => 200, headersArray: () => [], body };
  await expect(readReceived(response)).rejects.toThrow(
    /could not be read: Response has been disposed\. Judge a response/,
  );
});

test('a body may be text, parsed JSON, bytes, or not there', async () => {
  expect(await textOf({ status: 200, headers, body: '[1.0]' })).toBe('[1.0]');
  expect(await textOf({ status: 200, headers, body: [{ petId: 9007199254740993n }] })).toBe(
    '[{"petId":9007199254740993}]',
  );
  expect(await textOf({ status: 200, headers, body: new TextEncoder().encode('[]') })).toBe('[]');
  expect(await textOf({ status: 200, headers, data: { a: null } })).toBe('{"a":null}');
  expect(await textOf({ status: 200, headers, body: '' })).toBe('empty');
  expect(await textOf({ status: 204, headers })).toBe('empty');
});

test('a body that has yet to be read is refused', async () => {
  const body = new Response('[]').body;
  await expect(readReceived({ status: 200, headers, body })).rejects.toThrow('has yet to be read');
  await expect(readReceived({ status: 200, headers, body: Promise.resolve('[]') })).rejects.toThrow('yet to be read');
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
  [undefined, 'it was given undefined. Pass a fetch Response'],
  ['[]', 'it was given a string'],
  [Promise.resolve(new Response()), 'is a promise. Write expect(await …)'],
  [{}, 'it has no status that is a number'],
  [{ status: 0, headers }, 'its status is 0'],
  [{ status: 200 }, 'has no headers'],
  [{ status: 200, headers: ['accept', 'a'] }, 'has no headers'],
  [{ status: 200, headers: { accept: {} } }, 'has no headers'],
  [{ message: 'Request failed', response: { status: 404 } }, 'Pass its `response`'],
])('%j is no answer', async (received, message) => {
  await expect(readReceived(received)).rejects.toThrow(message);
});
