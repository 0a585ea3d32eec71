import { expect, test } from 'vitest';
import { judgedBy } from '../../../tests/judged.js';
import { type ExchangeInit, noKey, wrongKey } from '../../../tests/recorded.js';
import { rules } from './index.js';

const shape = (...told: ExchangeInit[]) => judgedBy(rules, 'inventory/list-shape', told);
const unique = (...told: ExchangeInit[]) => judgedBy(rules, 'inventory/unique-pets', told);
const safe = (...told: ExchangeInit[]) => judgedBy(rules, 'inventory/get-is-safe', told);

const item = (petId: unknown) => ({ petId, quantity: 1, status: 'sold' });
const list = (...ids: unknown[]): ExchangeInit => ({ body: ids.map(item) });
const patch: ExchangeInit = { method: 'PATCH', path: '/inventory/1', sends: '{"quantity":1}', body: item(1) };
const ITEM = '{"petId":1,"quantity":2,"status":"sold"}';

test.each<[string, unknown]>([
  ['an empty store', []],
  ['all three states', ['available', 'pending', 'sold'].map((status, petId) => ({ petId, quantity: 0, status }))],
  ['more fields', [{ ...item(1), name: 'Bo', tags: [] }]],
  ['an id beyond 2^53', '[{"petId":9007199254740993,"quantity":1,"status":"sold"}]'],
  ['the largest id', '[{"petId":9223372036854775807,"quantity":1,"status":"sold"}]'],
  ['numbers written in other ways', '[{"petId":1e2,"quantity":5.0,"status":"sold"}]'],
  ['quantities below zero and beyond 64 bits', '[{"petId":1,"quantity":-99999999999999999999,"status":"sold"}]'],
  ['thousands of pets', Array.from({ length: 3000 }, (_, petId) => item(petId))],
  ['one key twice', `[{"petId":1,"petId":2,"quantity":1,"status":"sold"}]`],
])('a list of %s has the right shape', (_, body) => {
  expect(shape({ body }).outcome).toBe('pass');
});

test.each<[string, string, string]>([
  ['an object', '{"items":[]}', ''],
  ['null', 'null', ''],
  ['nothing', '', ''],
  ['HTML', '<html>', ''],
  ['an item that is not an object', `[${ITEM},7]`, '/1'],
  ['no petId', '[{"quantity":1,"status":"sold"}]', '/0/petId'],
  ['no quantity', `[${ITEM},{"petId":2,"status":"sold"}]`, '/1/quantity'],
  ['no status', '[{"petId":1,"quantity":1}]', '/0/status'],
  ['an id that is text', '[{"petId":"1","quantity":1,"status":"sold"}]', '/0/petId'],
  ['an id beyond int64', '[{"petId":9223372036854775808,"quantity":1,"status":"sold"}]', '/0/petId'],
  ['a quantity that is a fraction', '[{"petId":1,"quantity":1.5,"status":"sold"}]', '/0/quantity'],
  ['a quantity that is null', '[{"petId":1,"quantity":null,"status":"sold"}]', '/0/quantity'],
  ['another status', '[{"petId":1,"quantity":1,"status":"SOLD"}]', '/0/status'],
])('a list with %s has the wrong shape', (_, body, pointer) => {
  expect(shape({ body })).toMatchObject({ outcome: 'violation', findings: [{ exchange: 1, pointer }] });
});

test('up to five invalid items are reported with their pointers, and the rest are counted', () => {
  const { findings } = shape(list(1, 'a', 'b', 'c', 'd', 'e', 'f', 'g'));
  expect(findings.map(({ pointer }) => pointer)).toEqual(['/1/petId', '/2/petId', '/3/petId', '/4/petId', '/5/petId']);
  expect(findings.map(({ problem }) => problem)).toEqual([
    ...Array(4).fill('petId of an item must be integer'),
    'petId of an item must be integer (and so 2 more)',
  ]);
});

test('a list in a recording that may have lost its key is judged', () => {
  expect(shape({ credential: { kind: 'unknown' }, body: {} }).outcome).toBe('violation');
});

test('two items for one pet are found, however their ids are written', () => {
  expect(unique(list(1, 2, 3)).outcome).toBe('pass');
  expect(unique(list(1, 2, 1))).toMatchObject({
    outcome: 'violation',
    findings: [{ pointer: '/2/petId', problem: 'pet 1 is in the list twice', received: 'the items 0 and 2' }],
  });
  expect(unique({ body: '[{"petId":100},{"petId":1e2}]' }).outcome).toBe('violation');
});

test('ids beyond 2^53 are distinguished', () => {
  expect(unique({ body: '[{"petId":9007199254740993},{"petId":9007199254740992}]' }).outcome).toBe('pass');
});

test('the same pets in another order are the same pets', () => {
  expect(safe(list(1, 2, 3), list(3, 1, 2)).outcome).toBe('pass');
});

test.each([{ quantity: 9 }, { status: 'pending' }])('a pet that has %j at the next reading is found', (changed) => {
  const told = [list(1, 2), { body: [item(1), { ...item(2), ...changed }] }];
  expect(safe(...told).findings).toMatchObject([{ exchange: 2, related: [1], pointer: '/1' }]);
  expect(judgedBy(rules, 'inventory/get-is-safe', told, { isExclusive: false }).outcome).toBe('inconclusive');
});

test('pets that appear or disappear between two readings are found', () => {
  expect(safe(list(1, 2, 3), { path: '/store/orders' }, list(1, 4))).toMatchObject({
    outcome: 'violation',
    findings: [
      {
        exchange: 3,
        related: [1],
        problem: 'pet 2 vanished and 2 more changed, although there were only reads in between',
      },
    ],
  });
});

test('possible effects of a write are not attributed to reading', () => {
  expect(safe(list(1), patch, list(1, 2)).outcome).toBe('inconclusive');
  expect(safe(list(1), { ...patch, status: 404 }, list(1, 2)).outcome).toBe('inconclusive');
  expect(safe(list(1), patch, list(1)).outcome).toBe('pass');
});

test('changes in a busy store are not a violation, however frequent', () => {
  const told = [list(1), list(1, 2), list(1, 2, 3), list(1, 2, 3, 4)];
  const { outcome } = judgedBy(rules, 'inventory/get-is-safe', told, { isExclusive: false });
  expect(outcome).toBe('inconclusive');
});

test('a single list cannot be compared', () => {
  const reason = 'fewer than two lists have the documented form';
  expect(safe(list(1))).toMatchObject({ outcome: 'inconclusive', reason });
});

test.each<[string, ExchangeInit, string]>([
  ['429', { status: 429 }, 'got 429'],
  ['503', { status: 503 }, 'got 503'],
  ['404', { status: 404 }, 'got 404'],
  ['no response', { status: null }, 'the connection was reset'],
  ['a rejected key', { status: 401 }, 'the key was rejected (401)'],
  ['a cached list', { headers: { Age: '9' }, body: {} }, 'the response came from a cache'],
])('%s is inconclusive about lists', (_, told, reason) => {
  for (const judged of [shape, unique, safe]) expect(judged(told)).toMatchObject({ outcome: 'inconclusive', reason });
});

test.each<[string, ExchangeInit]>([
  ['without a key', { credential: noKey, body: { code: 'x' } }],
  ['with a wrong key', { credential: wrongKey, body: {} }],
  ['that forces a response with Prefer', { requestHeaders: { Prefer: 'code=200' }, body: {} }],
])('a request %s need not get a list', (_, told) => {
  expect(shape(told).exchanges).toEqual([]);
});

test('does not judge the effect of a query, since none is documented', () => {
  const paged: ExchangeInit = { path: '/inventory?page=2', body: { items: [] } };
  expect(judgedBy(rules, 'inventory/list-shape', [paged]).outcome).toBe('inconclusive');
});
