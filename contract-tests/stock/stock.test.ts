import { expect, it } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.js';
import { type ExchangeInit, recorded } from '../../tests/recorded.js';
import { createDraw } from '../draw.js';
import { createListingReader, drawValues, petCandidates, petOfKind, unrestorableChanges } from './stock.js';

const pet = (petId: string, quantity = '1', status = 'available') => ({ petId, quantity, status });
const responded = (told: ExchangeInit): Exchange => recorded(told).exchanges[0] ?? expect.fail('no exchange');

it('reads a list without rounding', () => {
  const body = '[{"petId":9007199254740993,"quantity":1e2,"status":"sold","more":1}]';
  const listing = createListingReader()(responded({ body }));
  expect(listing?.map(({ petId, quantity, status }) => pet(petId, quantity, status))).toEqual([
    pet('9007199254740993', '100', 'sold'),
  ]);
});

it('skips invalid entries', () => {
  const body =
    '[1,{"petId":"1","quantity":1,"status":"sold"},{"petId":1,"quantity":1.5,"status":"sold"},{"petId":2,"quantity":1}]';
  expect(createListingReader()(responded({ body }))).toEqual([]);
});

it.each([
  { status: 429 },
  { headers: { Age: '3' } },
  { body: '{"petId":1}' },
  { body: '[' },
  { path: '/store/orders' },
  { method: 'HEAD', body: '' },
])('reads no list from %o', (told) => {
  expect(createListingReader()(responded(told))).toBeUndefined();
});

it('draws another pet for each of a few consecutive seeds, whatever the order of the list', () => {
  const pets = [pet('10'), pet('9'), pet('-3')];
  const drawn = [0, 1, 2].map((seed) => petCandidates(pets, seed)[0]?.petId);
  expect(drawn).toEqual(['-3', '9', '10']);
  expect(petCandidates([...pets].reverse(), 1)).toEqual(petCandidates(pets, 1));
});

it('draws no pet that is listed twice, and none from an empty list', () => {
  expect(petCandidates([pet('1'), pet('2'), pet('1')], 4).map(({ petId }) => petId)).toEqual(['2']);
  expect(petCandidates([], 4)).toEqual([]);
});

it('sends a quantity that another pet has, and more than the pet’s own if there is no other', () => {
  const draw = () => createDraw(1, 'values');
  expect(drawValues([pet('1', '4'), pet('2', '9')], pet('1', '4'), draw()).quantity).toBe('9');
  expect(drawValues([pet('1', '4'), pet('2', '4')], pet('1', '4'), draw()).quantity).toMatch(
    /^(?:1[5-9]|[2-9]\d|10[01])$/,
  );
  const most = 9223372036854775807n;
  const { quantity, spare } = drawValues([pet('1', `${most}`)], pet('1', `${most}`), draw());
  expect(most - BigInt(quantity)).toBeGreaterThan(10n);
  expect(BigInt(spare)).toBe(most - 7n);
});

it('rejections ask for a quantity that is neither the pet’s nor that of the updates', () => {
  const stock = [pet('1', '4'), pet('2', '9'), pet('3', '7')];
  const { quantity, spare } = drawValues(stock, pet('1', '4'), createDraw(1, 'values'));
  expect([quantity, spare].sort()).toEqual(['7', '9']);
  expect(drawValues(stock.slice(0, 2), pet('1', '4'), createDraw(1, 'values')).spare).toBe('11');
  expect(drawValues([pet('1', '4'), pet('2', '11')], pet('1', '4'), createDraw(1, 'values')).spare).toBe('18');
});

it('draws values that are valid JSON', () => {
  const places = drawValues([pet('1')], pet('1'), createDraw(1, 'values'));
  expect(JSON.parse(places.message)).toMatch(/^ {2}petstore-mock check \d{4}.* {2}$/u);
  expect(Number(places.largeQuantity)).toBeGreaterThan(2 ** 32);
  expect(Number.isSafeInteger(Number(places.unlistedId))).toBe(true);
});

it('returns what cannot be restored', () => {
  const watched = { petId: '1', unlistedId: '9', isExclusive: true };
  expect(unrestorableChanges([pet('1'), pet('2')], [pet('1', '5'), pet('2')], watched)).toEqual([]);
  expect(unrestorableChanges([pet('1'), pet('2')], [pet('1', '1', 'sold'), pet('9')], watched)).toEqual([
    'pet 9 was not there before',
    'the status of pet 1 was "available" and is "sold"',
    'pet 2 is no longer there',
  ]);
});

it('does not take changes of other clients for its own', () => {
  const watched = { petId: '1', unlistedId: '9', isExclusive: false };
  expect(unrestorableChanges([pet('1'), pet('2')], [pet('1'), pet('3')], watched)).toEqual([]);
});

const beyond = 2n ** 53n;

it.each([
  [[1n, beyond + 2n, beyond + 3n, beyond + 5n, beyond + 8n], beyond + 3n],
  [[1n, beyond + 2n], beyond + 2n],
  [[1n, beyond - 1n], undefined],
])(
  'of the pets %o, %s is the one beyond 2^53, if possible with an id that a double takes for another',
  (ids, expected) => {
    const listing = ids.map((id) => pet(String(id)));
    expect(petOfKind('beyond 2^53', listing)?.petId).toBe(expected === undefined ? undefined : String(expected));
  },
);

it('makes an id that is the same as a double, and no other one', () => {
  const draw = createDraw(3, 'ids');
  const ids = Array.from({ length: 500 }, () => BigInt(draw.integer(0, 2 ** 52)) * BigInt(draw.integer(1, 2_000)));
  for (const id of [...ids, beyond, beyond + 1n, -beyond, 2n ** 63n - 1n, -(2n ** 63n)]) {
    const { petIdNearby } = drawValues([], pet(String(id)), draw);
    expect(Number(petIdNearby)).toBe(Number(id));
    const hasOther = [id - 1n, id + 1n].some(
      (other) => Number(other) === Number(id) && BigInt.asIntN(64, other) === other,
    );
    expect(petIdNearby !== String(id)).toBe(hasOther);
  }
});
