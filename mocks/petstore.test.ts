import { expect, test } from 'vitest';
import type { PetstoreRequest } from './neutral-http.js';
import { completeRequest, createPetstore, type Petstore } from './petstore.js';

const NOON = '2026-11-21T12:00:00Z';

function send(petstore: Petstore, request: Partial<PetstoreRequest> = {}) {
  return petstore.handle({
    method: 'GET',
    path: '/v1/inventory',
    headers: [['authorization', 'Bearer test_free']],
    body: new Uint8Array(),
    ...request,
  });
}

test('a petstore handles requests without a network', () => {
  const petstore = createPetstore({ clock: NOON, pets: 2 });
  expect(send(petstore)).toMatchObject({ status: 200, keyAlias: 'key#1' });
  expect(send(petstore, { path: '/v1/pets/2' }).status).toBe(200);
});

test('it reports its base URL without a trailing slash', () => {
  expect(createPetstore().baseUrl).toBe('http://127.0.0.1:4290/v1');
  expect(createPetstore({ baseUrl: 'https://api.example/v1/' }).baseUrl).toBe('https://api.example/v1');
  expect(createPetstore({ baseUrl: 'https://api.example' }).baseUrl).toBe('https://api.example');
});

test('it has a handler for each of the five operations and one for everything else', () => {
  expect(createPetstore().handlers).toHaveLength(6);
});

test('responses can be forced in a test, unlike in a served fake', () => {
  const prefer = [
    ['authorization', 'Bearer test_free'],
    ['prefer', 'code=500'],
  ] as const;
  expect(send(createPetstore(), { headers: prefer }).status).toBe(500);
  const strict = createPetstore({ prefer: false });
  expect(send(strict, { headers: prefer }).status).toBe(200);
});

test('it can be seeded again and reset', () => {
  const petstore = createPetstore({ pets: 1, clock: NOON });
  petstore.seed({ pets: 3 });
  expect(JSON.parse(send(petstore).body ?? '')).toHaveLength(3);
  petstore.reset();
  expect(send(petstore).headers['X-RateLimit-Remaining']).toBe('59');
});

test('its methods work when detached', () => {
  const { handle: response, setBehaviour, seed, reset, snapshot, restore } = createPetstore({ clock: NOON });
  setBehaviour({ 'list-order': 'descending' });
  seed({ pets: 1 });
  reset();
  restore(snapshot());
  expect(send({ handle: response } as Petstore).status).toBe(200);
});

test('a test prepares the store, and clients see it', () => {
  const petstore = createPetstore({ clock: NOON, pets: 2 });
  petstore.inventory.set(1, { quantity: 0, status: 'sold' });
  const key = petstore.keys.mint({ plan: 'pro' });
  petstore.limits.set(key, { remaining: 1 });
  const list = () => send(petstore, { headers: [['authorization', `Bearer ${key}`]] });
  expect(JSON.parse(list().body ?? '')[0]).toEqual({ petId: 1, quantity: 0, status: 'sold' });
  expect(list().status).toBe(429);
  petstore.clock.advance('1m');
  expect(list().status).toBe(200);
  petstore.keys.revoke(key);
  expect(list().status).toBe(401);
});

test('two petstores are isolated', () => {
  const one = createPetstore({ clock: NOON });
  const other = createPetstore({ clock: NOON });
  one.setBehaviour({ 'list-order': 'descending' });
  one.clock.advance('1d');
  const items = (petstore: Petstore) => JSON.parse(send(petstore).body ?? '');
  const body = new TextEncoder().encode('{"quantity":12345}');
  const headers = [
    ['authorization', 'Bearer test_free'],
    ['content-type', 'application/json'],
  ] as const;
  send(one, { method: 'PATCH', path: '/v1/inventory/1', headers, body });
  expect(items(one).at(-1)).toMatchObject({ petId: 1, quantity: 12_345 });
  expect(items(other)[0].petId).toBe(1);
  expect(items(other)[0].quantity).not.toBe(12_345);
  expect(send(other).headers).toMatchObject({ Date: 'Sat, 21 Nov 2026 12:00:00 GMT', 'X-RateLimit-Remaining': '57' });
});

test.each([
  ['an object', { Authorization: 'Bearer test_free' }],
  ['pairs', [['Authorization', 'Bearer test_free']] as const],
  ['Headers', new Headers({ Authorization: 'Bearer test_free' })],
])('headers may be %s', (_, headers) => {
  expect(createPetstore().handle({ method: 'GET', path: '/v1/inventory', headers }).status).toBe(200);
});

test('a body may be a string or bytes', () => {
  const headers = { Authorization: 'Bearer test_free', 'Content-Type': 'application/json' };
  const patch = { method: 'PATCH', path: '/v1/inventory/1', headers };
  const petstore = createPetstore();
  expect(petstore.handle({ ...patch, body: '{"quantity":3}' }).status).toBe(200);
  expect(petstore.handle({ ...patch, body: new TextEncoder().encode('{"quantity":3}') }).status).toBe(200);
});

test('a request without a path is rejected with an example', () => {
  expect(() => completeRequest({ method: 'GET', path: 'inventory' })).toThrow("path: '/v1/inventory'");
});

test.each([
  ['/v1/inventory', '/v1/inventory', ''],
  ['/v1/inventory?page=2&q=a?b', '/v1/inventory', '?page=2&q=a?b'],
  ['/v1/inventory?', '/v1/inventory', '?'],
])('the query of %j is removed from the path', (target, path, query) => {
  expect(completeRequest({ method: 'GET', path: target })).toMatchObject({ path, query });
});

test('a path with a query gets the same response as one without', () => {
  const headers = { Authorization: 'Bearer test_free' };
  expect(createPetstore().handle({ method: 'GET', path: '/v1/inventory?page=2', headers }).status).toBe(200);
});

test.each(['petstore.test', 'http://petstore.test/', 'http://petstore.test/v1', '', 4])(
  'the origin %j is rejected with a valid example',
  (origin) => {
    const request = { method: 'GET', path: '/v1/inventory', origin: origin as string };
    expect(() => completeRequest(request)).toThrow("is not an origin. Try 'http://127.0.0.1:4290', or leave it out.");
  },
);

test.each([[{ quantity: 5 }], [new ArrayBuffer(2)], [5], [null]])('the body %j is rejected', (body) => {
  const request = { method: 'PATCH', path: '/v1/inventory/1', body: body as never };
  expect(() => completeRequest(request)).toThrow('neither text nor bytes. Try body: JSON.stringify(…).');
});

test('a header that is not a string becomes one', () => {
  const headers = { 'Content-Length': 12 } as never;
  expect(completeRequest({ method: 'GET', path: '/', headers }).headers).toEqual([['content-length', '12']]);
});

test.each([[null], ['authorization: Bearer test_free'], [['authorization', 'Bearer test_free']], [[1, 2]]])(
  'the headers %j are rejected with valid examples, and not quoted',
  (headers) => {
    expect(() => completeRequest({ method: 'GET', path: '/', headers: headers as never })).toThrow(
      "Handling a request: the headers are neither an object nor pairs. Try headers: { Authorization: 'Bearer test_free' }.",
    );
  },
);

test('a promise of a request or of its headers is rejected', () => {
  const later = <T>(value: T) => Promise.resolve(value) as never;
  expect(() => completeRequest(later({}))).toThrow('the request is a promise');
  expect(() => completeRequest({ method: 'GET', path: '/', headers: later({}) })).toThrow(
    'the headers object is a promise',
  );
});

test.each([undefined, null, 'GET /v1/inventory'])('%j is not a request', (request) => {
  expect(() => completeRequest(request as never)).toThrow('it has no method, or no path');
});

test('an unknown field is rejected: a typo would have no effect', () => {
  const request = { method: 'GET', path: '/', header: { Authorization: 'Bearer test_free' } };
  expect(() => completeRequest(request)).toThrow("there is no such field in the request. Did you mean 'headers'?");
});
