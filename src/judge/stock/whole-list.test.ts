import { expect, it } from 'vitest';
import { judgedBy } from '../../../tests/judged.js';
import { type ExchangeInit, settings } from '../../../tests/recorded.js';
import { rules } from '../rules/index.js';

const complete = (...told: ExchangeInit[]) => judgedBy(rules, 'inventory/complete', told);
const pets = (count: number, headers: ExchangeInit['headers'] = {}): ExchangeInit => ({
  body: Array.from({ length: count }, (_, index) => ({ petId: index + 1, quantity: 3, status: 'sold' })),
  headers,
});
const lookup = (petId: number, status = 200, body?: unknown): ExchangeInit => ({
  path: `/pets/${petId}`,
  status,
  body: body ?? (status === 200 ? { id: petId, name: 'Bo' } : undefined),
});

it.each<[string, ExchangeInit]>([
  ['a list of any length', pets(57)],
  ['an empty list', pets(0)],
  ['a link to something else', pets(57, { Link: '</v1/docs?page=2>; rel="next", </v1/inventory>; rel="self"' })],
  ['a link to another page before', pets(57, { Link: '</v1/inventory?page=1>; rel="prev"' })],
  ['the total of its own pets', pets(57, { 'X-Total-Count': '57' })],
  ['the sum of the quantities', pets(20, { 'X-Total-Count': '60' })],
  ['a range that is all', pets(57, { 'Content-Range': 'items 0-56/57' })],
  ['a limit that has total in its name', pets(20, { 'X-RateLimit-Total': '600' })],
  ['no next page', pets(57, { 'X-Next-Page': '', 'X-Has-More': 'false' })],
])('accepts %s', (_, told) => {
  expect(complete(told, lookup(21, 404)).outcome).toBe('pass');
});

it.each<[string, ExchangeInit, string]>([
  ['a link to its next page', pets(57, { Link: '<?page=2>; rel="next"' }), 'Link: "<?page=2>; rel=\\"next\\""'],
  ['the number of the next page', pets(57, { 'X-Next-Page': '2' }), 'X-Next-Page: "2"'],
  ['a larger total beside a full page', pets(20, { 'x-total-count': '57' }), 'x-total-count: "57"'],
  ['a range of more', pets(57, { 'Content-Range': 'items 0-56/300' }), 'Content-Range: "items 0-56/300"'],
])('finds %s', (_, told, received) => {
  expect(complete(told).findings).toMatchObject([{ exchange: 1, received }]);
});

it('counts a total that another writer could explain once it is seen three times', () => {
  const told = pets(20, { 'X-Total-Count': '57' });
  const shared = (...each: ExchangeInit[]) =>
    judgedBy(rules, 'inventory/complete', each, { ...settings, isExclusive: false }).outcome;
  expect([shared(told), shared(told, told, told)]).toEqual(['inconclusive', 'violation']);
});

it('suspects a total that may count something else', () => {
  expect(complete(pets(57, { 'X-Total': '58' }))).toMatchObject({
    outcome: 'inconclusive',
    reason: 'the list has 57 of 58 pets, by X-Total: "58"',
  });
});

it('is inconclusive about as many pets as a page often has if the next id is known, or may be', () => {
  const reason = 'the list has 20 pets, as many as a page often has: there may be more';
  for (const status of [200, 410]) expect(complete(pets(20), lookup(21, status))).toMatchObject({ reason });
  expect(complete(pets(20), lookup(22, 200)).outcome).toBe('pass');
  expect(complete(pets(20), lookup(21, 404)).outcome).toBe('pass');
});
