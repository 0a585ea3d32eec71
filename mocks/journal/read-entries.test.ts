import { expect, test } from 'vitest';
import { handle } from '../handle.js';
import type { PetstoreRequest } from '../neutral-http.js';
import { World } from '../world.js';

const worldAtNoon = () => new World({ clock: '2026-11-21T12:00:00Z', pets: 1, onBug: () => {} });

/** Returns the exchange that a request makes. */
function exchangeOf(request: Partial<PetstoreRequest>, world: World = worldAtNoon()) {
  handle(
    {
      method: 'PATCH',
      path: '/v1/inventory/1',
      headers: [
        ['authorization', 'Bearer test_free'],
        ['content-type', 'application/json'],
      ],
      body: new Uint8Array(),
      callerAddress: '',
      ...request,
    },
    world,
  );
  const exchange = world.journal.exchanges[0];
  if (exchange === undefined) throw new Error('Nothing was recorded.');
  return exchange;
}

const bytes = (text: string) => new TextEncoder().encode(text);

test('a reset connection is a failure without a response', () => {
  const world = worldAtNoon();
  world.faults.next('any', { network: 'reset' });
  const exchange = exchangeOf({}, world);
  expect(exchange).toMatchObject({ response: undefined, failure: 'the connection was reset, as a fault asked for' });
});

test('a truncated response has its head', () => {
  const world = worldAtNoon();
  world.faults.next('any', { body: 'truncated' });
  const { response: cut, failure } = exchangeOf({ method: 'GET', path: '/v1/inventory' }, world);
  expect(failure).toBeUndefined();
  expect(cut).toMatchObject({ status: 200, body: { kind: 'missing', why: 'cut off halfway, as a fault asked for' } });
  expect(cut?.headers).toContainEqual(['Content-Type', 'application/json']);
});

test('a response to HEAD has an empty body', () => {
  expect(exchangeOf({ method: 'HEAD', path: '/v1/inventory' }).response).toMatchObject({
    status: 200,
    body: { kind: 'empty' },
  });
});

test('a request without a body has none', () => {
  expect(exchangeOf({}).request).not.toHaveProperty('isBodyMissing');
  expect(exchangeOf({}).request.body).toBeUndefined();
});

test('a body too large to retain is missing', () => {
  expect(exchangeOf({ body: 'too-large' }).request).toMatchObject({ body: undefined, isBodyMissing: true });
});

test('a body that is not UTF-8 is decoded as far as possible, and marked', () => {
  const { request } = exchangeOf({ body: new Uint8Array([0x22, 0xe9, 0x22]) });
  expect(request).toMatchObject({ body: '"\uFFFD"', isBodyMissing: true });
});

test('a byte order mark is preserved', () => {
  expect(exchangeOf({ body: bytes('\uFEFF{}') }).request).toMatchObject({ body: '\uFEFF{}' });
});

test('a body with a redacted key is marked', () => {
  const { request } = exchangeOf({ body: bytes('{"key":"test_pro"}') });
  expect(request).toMatchObject({ body: '{"key":"key#2"}', isBodyMissing: true });
});

test('a key is redacted in method, path, query and headers', () => {
  const { request } = exchangeOf({
    method: 'test_pro',
    path: '/v1/test_pro',
    query: '?a=test%5Fpro',
    headers: [['x-test_pro', 'a test_pro b']],
  });
  expect(request).toMatchObject({
    method: 'key#2',
    url: 'http://127.0.0.1:4290/v1/key#2?a=key#2',
    headers: [['x-key#2', 'a key#2 b']],
  });
});

test('a target without a path still yields a URL', () => {
  expect(exchangeOf({ method: 'OPTIONS', path: '*' }).request.url).toBe('http://127.0.0.1:4290/*');
});

test('an invalid key that is a common word is redacted where it was sent, and not in the response', () => {
  const headers = [['authorization', 'Bearer unauthorized']] as const;
  const { request, response } = exchangeOf({ method: 'GET', path: '/v1/inventory', headers });
  expect(request.headers).toEqual([['authorization', 'Bearer secret#1']]);
  expect(response?.body).toMatchObject({ text: expect.stringContaining('"code":"unauthorized"') });
});

test('an exchange does not reference the edge’s request', () => {
  const world = worldAtNoon();
  const exchange = exchangeOf({ headers: [['x-one', '1']] }, world);
  expect(Object.keys(exchange.request).sort()).toEqual(['body', 'credential', 'headers', 'method', 'url']);
});
