import { expect, test } from 'vitest';
import { judgedBy } from '../../../tests/judged.js';
import { type ExchangeInit, noKey } from '../../../tests/recorded.js';
import { rules } from './index.js';

const pet = (told: ExchangeInit) => judgedBy(rules, 'versioning/deprecated-answers', [{ path: '/pets/7', ...told }]);
const orders = (told: ExchangeInit) => judgedBy(rules, 'orders/answers', [{ path: '/store/orders', ...told }]);

test.each<[string, ExchangeInit]>([
  ['a pet', { body: { id: 7 } }],
  ['any other JSON', { body: '"Bo"' }],
  ['an unknown pet', { status: 404 }],
  ['an operation that is gone', { status: 410 }],
  ['an error response without a body', { status: 404, body: '' }],
  ['nothing', { status: 204, body: '' }],
])('the deprecated operation may return %s', (_, told) => {
  expect(pet(told).outcome).toBe('pass');
});

test.each<[string, ExchangeInit]>([
  ['orders in an array', { body: [{ id: 1 }] }],
  ['orders in an envelope', { body: { items: [], next: null } }],
  ['a 400', { status: 400 }],
  ['no content', { status: 204, body: '' }],
  ['a 200 without a body', { body: '' }],
])('the list of orders may return %s', (_, told) => {
  expect(orders(told).outcome).toBe('pass');
});

test.each([pet, orders])('neither may fail or return anything but JSON', (judged) => {
  expect(judged({ status: 500 })).toMatchObject({ outcome: 'violation', findings: [{ received: '500' }] });
  expect(judged({ body: '<html>' })).toMatchObject({ outcome: 'violation', findings: [{ pointer: '' }] });
});

test.each([404, 405, 410])('orders that exist must not get %d', (status) => {
  expect(orders({ status })).toMatchObject({ outcome: 'violation', findings: [{ received: String(status) }] });
});

test.each<[ExchangeInit, string]>([
  [{ status: 429 }, 'got 429'],
  [{ status: 401 }, 'the key was rejected (401)'],
  [{ status: 403 }, 'the key was rejected (403)'],
  [{ status: null }, 'the connection was reset'],
  [{ status: 302, headers: { Location: '/v2' } }, 'got 302, a redirect to "/v2"'],
  [{ status: 404, headers: { Age: '9' } }, 'the response came from a cache'],
])('%o is inconclusive about both', (told, reason) => {
  expect(pet(told)).toMatchObject({ outcome: 'inconclusive', reason });
  expect(orders(told)).toMatchObject({ outcome: 'inconclusive', reason });
});

test('other rules judge responses without a key', () => {
  expect(orders({ credential: noKey, status: 404 }).exchanges).toEqual([]);
});

test('a query may request a missing record, or another format', () => {
  expect(orders({ path: '/store/orders?customer=9', status: 404 }).outcome).toBe('inconclusive');
  expect(orders({ path: '/store/orders?format=csv', body: 'id;petId' }).outcome).toBe('inconclusive');
  expect(orders({ path: '/store/orders?format=csv', status: 500 }).outcome).toBe('violation');
});
