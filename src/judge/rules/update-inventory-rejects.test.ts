import { expect, it } from 'vitest';
import { judgedBy } from '../../../tests/judged.js';
import { type ExchangeInit, noKey } from '../../../tests/recorded.js';
import { list, patch } from '../../../tests/stock-exchanges.js';
import { rules } from './index.js';

const rejectRules = rules.filter(({ id }) => id.startsWith('update/rejects/'));

const judged = (name: string, ...told: ExchangeInit[]) => judgedBy(rules, `update/rejects/${name}`, told);
const bad = (sends: string, status: number | null = 400): ExchangeInit => patch(sends, { sends, status });

const bodies: [string, string][] = [
  ['missing', '{}'],
  ['missing', '{"qty":5}'],
  ['string', '{"quantity":"5"}'],
  ['fraction', '{"quantity":1.5}'],
  ['fraction', '{"quantity":9007199254740993.5}'],
  ['fraction', '{"quantity":1e-400}'],
  ['null', '{"quantity":null}'],
  ['boolean', '{"quantity":true}'],
  ['array', '{"quantity":[5]}'],
  ['object', '{"quantity":{"value":5}}'],
  ['empty-body', ''],
  ['malformed-json', '{"quantity":5'],
  ['malformed-json', '{quantity:5}'],
  ['malformed-json', '{"quantity":NaN}'],
  ['array-body', '[{"quantity":5}]'],
  ['scalar-body', '5'],
  ['scalar-body', '"five"'],
  ['scalar-body', 'true'],
  ['scalar-body', '18446744073709551616'],
  ['null-body', 'null'],
];

it.each(bodies)('expects 400 of %s: %s', (name, sends) => {
  expect(judged(name, list(), bad(sends)).outcome).toBe('pass');
});

it.each(bodies)('finds that %s was accepted: %s', (name, sends) => {
  expect(judged(name, list(), bad(sends, 200)).findings).toMatchObject([{ exchange: 2, related: [1] }]);
});

it.each(bodies)('is inconclusive after a 429 to %s: %s', (name, sends) => {
  expect(judged(name, list(), bad(sends, 429)).outcome).toBe('inconclusive');
});

it.each(bodies)('only the rule for %s judges %s', (name, sends) => {
  const touched = rejectRules.filter(({ id }) => judgedBy(rules, id, [list(), bad(sends, 200)]).exchanges.length > 0);
  expect(touched.map(({ id }) => id)).toEqual([`update/rejects/${name}`]);
});

it.each([
  '{"quantity":1e2}',
  '{"quantity":5.0}',
  '{"quantity":-0}',
  '{"quantity":1e400}',
  '{"quantity":5,"note":"x"}',
  '{"quantity":"5","quantity":5}',
  '\uFEFF{"quantity":"5"}',
  '\uFEFF{',
])('does not treat %j as a bad body', (sends) => {
  for (const { id } of rejectRules) {
    expect(judgedBy(rules, id, [list(), bad(sends, 200)]).exchanges).toEqual([]);
  }
});

it.each([415, 422, 204])('finds %i where 400 was expected', (status) => {
  expect(judged('string', list(), bad('{"quantity":"5"}', status)).outcome).toBe('violation');
});

it.each([401, 403, 500, 503, null])('is inconclusive after %s', (status) => {
  expect(judged('string', list(), bad('{"quantity":"5"}', status)).outcome).toBe('inconclusive');
});

it('is inconclusive after a 404 unless the pet is listed and nobody else may have removed it', () => {
  const gone = bad('{}', 404);
  expect(judged('missing', gone).outcome).toBe('inconclusive');
  expect(judged('missing', list({ '7': null }), gone).outcome).toBe('inconclusive');
  expect(judged('missing', list(), gone).outcome).toBe('violation');
  const shared = { isExclusive: false };
  expect(judgedBy(rules, 'update/rejects/missing', [list(), gone], shared).outcome).toBe('inconclusive');
});

it('does not judge another content type, a missing key or a malformed id', () => {
  const others: ExchangeInit[] = [
    { ...bad('{}', 415), requestHeaders: { 'Content-Type': 'text/plain' } },
    { ...bad('{}', 401), credential: noKey },
    { ...bad('{}', 404), path: '/inventory/seven' },
  ];
  for (const other of others) expect(judged('missing', list(), other).exchanges).toEqual([]);
});

const unknown = (...told: ExchangeInit[]) => judgedBy(rules, 'update/unknown-pet', told);
const malformed = (...told: ExchangeInit[]) => judgedBy(rules, 'update/malformed-id', told);
const nine = (status: number | null): ExchangeInit => patch(3, { path: '/inventory/9', status });

it('accepts a 404 that changes nothing', () => {
  expect(unknown(list(), nine(404), list()).outcome).toBe('pass');
});

it.each([200, 204, 400, 410, 422])('finds %i for a pet that is not listed', (status) => {
  expect(unknown(list(), nine(status)).findings).toMatchObject([{ exchange: 2, related: [1] }]);
});

it.each([401, 429, 500, null])('is inconclusive after %s', (status) => {
  expect(unknown(list(), nine(status)).outcome).toBe('inconclusive');
});

it('finds that the update created the pet, or changed another one', () => {
  expect(unknown(list(), nine(404), list({ '9': 3 })).findings).toMatchObject([{ exchange: 3, pointer: '/2' }]);
  expect(unknown(list(), nine(404), list({ '7': 3 })).findings).toMatchObject([{ exchange: 3, pointer: '/0' }]);
});

it('does not report a pet that another client may have created', () => {
  const shared = { isExclusive: false };
  const told = [list(), nine(404), list({ '9': 1 })];
  expect(judgedBy(rules, 'update/unknown-pet', told, shared).findings).toEqual([]);
  const created: ExchangeInit = { method: 'POST', path: '/pets', sends: '{}', status: 201, body: {} };
  expect(unknown(list(), created, nine(200)).outcome).toBe('inconclusive');
  const recording = { isExclusive: false, level: undefined };
  expect(judgedBy(rules, 'update/unknown-pet', [list(), nine(200)], recording).findings).toEqual([]);
});

it('attributes a change to the update that may have made it', () => {
  expect(unknown(list(), nine(404), patch(3), list({ '7': 3 })).outcome).toBe('pass');
});

it('does not judge an update of a listed pet, or one before the first list', () => {
  expect(unknown(list(), patch(3)).exchanges).toEqual([]);
  expect(unknown(nine(200)).exchanges).toEqual([]);
});

it('allows a quantity that no pet has to be rejected first', () => {
  expect(unknown(list(), patch(-1, { path: '/inventory/9', status: 400 })).outcome).toBe('inconclusive');
});

const odd = (petId: string, status: number | null): ExchangeInit =>
  patch(3, { path: `/inventory/${encodeURIComponent(petId)}`, status });

it.each(['seven', '1.5', '9223372036854775808', '-9223372036854775809', '7x', '9'.repeat(50)])(
  'expects that %s is rejected',
  (petId) => {
    expect(malformed(list(), odd(petId, 400)).outcome).toBe('pass');
    expect(malformed(list(), odd(petId, 404)).outcome).toBe('pass');
    expect(malformed(list(), odd(petId, 200)).findings).toMatchObject([{ exchange: 2 }]);
    expect(malformed(list(), odd(petId, 500)).findings).toMatchObject([{ exchange: 2 }]);
  },
);

it.each([401, 429, null])('is inconclusive about a malformed id after %s', (status) => {
  expect(malformed(odd('seven', status)).outcome).toBe('inconclusive');
});

it.each(['7', '007', '+7', '7.0', '9223372036854775807', '-1', ' 7', '7;8', '7.json', '1_000', '٧'])(
  'does not treat %j as malformed',
  (petId) => {
    expect(malformed(list(), odd(petId, 200)).exchanges).toEqual([]);
  },
);

it('does not judge a malformed id without a key', () => {
  expect(malformed({ ...odd('seven', 200), credential: noKey }).exchanges).toEqual([]);
});
