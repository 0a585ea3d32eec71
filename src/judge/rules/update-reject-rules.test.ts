import { expect, it } from 'vitest';
import { judgedBy } from '../../../tests/judged.js';
import { noKey, type Told } from '../../../tests/recorded.js';
import { list, patch } from '../../../tests/stock-told.js';
import { updateRejectRules } from './update-reject-rules.js';

const judged = (name: string, ...told: Told[]) => judgedBy(updateRejectRules, `update/rejects/${name}`, told);
const bad = (sends: string, status: number | null = 400): Told => patch(sends, { sends, status });

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

it.each(bodies)('tells nothing by a limited answer to %s: %s', (name, sends) => {
  expect(judged(name, list(), bad(sends, 429)).outcome).toBe('inconclusive');
});

it.each(bodies)('lets only the rule for %s judge %s', (name, sends) => {
  const touched = updateRejectRules.filter(
    ({ id }) => judgedBy(updateRejectRules, id, [list(), bad(sends, 200)]).exchanges.length > 0,
  );
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
])('calls %j none of the bad bodies', (sends) => {
  for (const { id } of updateRejectRules) {
    expect(judgedBy(updateRejectRules, id, [list(), bad(sends, 200)]).exchanges).toEqual([]);
  }
});

it.each([415, 422, 204])('finds %i where 400 was expected', (status) => {
  expect(judged('string', list(), bad('{"quantity":"5"}', status)).outcome).toBe('violation');
});

it.each([401, 403, 500, 503, null])('tells nothing by %s', (status) => {
  expect(judged('string', list(), bad('{"quantity":"5"}', status)).outcome).toBe('inconclusive');
});

it('tells nothing by a 404 unless the pet is listed and nobody else may have removed it', () => {
  const gone = bad('{}', 404);
  expect(judged('missing', gone).outcome).toBe('inconclusive');
  expect(judged('missing', list({ '7': null }), gone).outcome).toBe('inconclusive');
  expect(judged('missing', list(), gone).outcome).toBe('violation');
  const shared = { isExclusive: false };
  expect(judgedBy(updateRejectRules, 'update/rejects/missing', [list(), gone], shared).outcome).toBe('inconclusive');
});

it('does not judge another content type, a missing key or a malformed id', () => {
  const others: Told[] = [
    { ...bad('{}', 415), requestHeaders: { 'Content-Type': 'text/plain' } },
    { ...bad('{}', 401), credential: noKey },
    { ...bad('{}', 404), path: '/inventory/seven' },
  ];
  for (const other of others) expect(judged('missing', list(), other).exchanges).toEqual([]);
});
