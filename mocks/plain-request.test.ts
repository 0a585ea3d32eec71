import { expect, test } from 'vitest';
import { createPetstore } from './petstore.js';
import { completeRequest } from './plain-request.js';

test.each([
  ['an object', { Authorization: 'Bearer test_free' }],
  ['pairs', [['Authorization', 'Bearer test_free']] as const],
  ['Headers', new Headers({ Authorization: 'Bearer test_free' })],
])('headers may be %s', (_, headers) => {
  expect(createPetstore().answer({ method: 'GET', path: '/v1/inventory', headers }).status).toBe(200);
});

test('a body may be a text or bytes', () => {
  const headers = { Authorization: 'Bearer test_free', 'Content-Type': 'application/json' };
  const patch = { method: 'PATCH', path: '/v1/inventory/1', headers };
  const petstore = createPetstore();
  expect(petstore.answer({ ...patch, body: '{"quantity":3}' }).status).toBe(200);
  expect(petstore.answer({ ...patch, body: new TextEncoder().encode('{"quantity":3}') }).status).toBe(200);
});

test('a request without a path says what one looks like', () => {
  expect(() => completeRequest({ method: 'GET', path: 'inventory' })).toThrow("path: '/v1/inventory'");
});

test.each([
  ['/v1/inventory', '/v1/inventory', ''],
  ['/v1/inventory?page=2&q=a?b', '/v1/inventory', '?page=2&q=a?b'],
  ['/v1/inventory?', '/v1/inventory', '?'],
])('the query of %j is taken off the path', (target, path, query) => {
  expect(completeRequest({ method: 'GET', path: target })).toMatchObject({ path, query });
});

test('a path with a query is answered as one without', () => {
  const headers = { Authorization: 'Bearer test_free' };
  expect(createPetstore().answer({ method: 'GET', path: '/v1/inventory?page=2', headers }).status).toBe(200);
});

test.each(['petstore.test', 'http://petstore.test/', 'http://petstore.test/v1', '', 4])(
  'the origin %j is refused with one that works',
  (origin) => {
    const request = { method: 'GET', path: '/v1/inventory', origin: origin as string };
    expect(() => completeRequest(request)).toThrow("is no origin. Try 'http://127.0.0.1:4290', or leave it out.");
  },
);

test.each([[{ quantity: 5 }], [new ArrayBuffer(2)], [5], [null]])('the body %j is refused', (body) => {
  const request = { method: 'PATCH', path: '/v1/inventory/1', body: body as never };
  expect(() => completeRequest(request)).toThrow('neither text nor bytes. Try body: JSON.stringify({ quantity: 5 }).');
});

test('a header that is no text becomes one', () => {
  const headers = { 'Content-Length': 12 } as never;
  expect(completeRequest({ method: 'GET', path: '/', headers }).headers).toEqual([['content-length', '12']]);
});

test.each([[null], ['authorization: Bearer test_free'], [['authorization', 'Bearer test_free']], [[1, 2]]])(
  'the headers %j are refused with some that work, and not quoted',
  (headers) => {
    expect(() => completeRequest({ method: 'GET', path: '/', headers: headers as never })).toThrow(
      "Answering a request: the headers are neither an object nor pairs. Try headers: { Authorization: 'Bearer test_free' }.",
    );
  },
);

test('a promise of a request, or of its headers, has to be waited for', () => {
  const later = <T>(value: T) => Promise.resolve(value) as never;
  expect(() => completeRequest(later({}))).toThrow('the request is a promise');
  expect(() => completeRequest({ method: 'GET', path: '/', headers: later({}) })).toThrow(
    'the headers object is a promise',
  );
});

test.each([undefined, null, 'GET /v1/inventory'])('%j is no request', (request) => {
  expect(() => completeRequest(request as never)).toThrow('it has no method, or no path');
});

test('a field that there is not is refused: a mistyped one would have no effect', () => {
  const request = { method: 'GET', path: '/', header: { Authorization: 'Bearer test_free' } };
  expect(() => completeRequest(request)).toThrow("there is no such field in the request. Did you mean 'headers'?");
});
