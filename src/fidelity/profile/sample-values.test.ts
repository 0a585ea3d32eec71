import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonValue } from '../../json/json.js';
import { formatOf, inferShape } from './infer-shape.js';
import { generateSamples } from './sample-values.js';

const known = { status: ['available', 'pending', 'sold'] };

it('makes up records in which every field is present and, if optional, absent', () => {
  const shape = inferShape([
    { id: 7, name: 'Rex', chip: null },
    { id: 9, name: 'Bella', chip: 'A-1', weight: 4.2 },
  ]);
  expect(generateSamples(shape, 3)).toEqual([
    { id: 1, name: 'name 1', chip: 'chip 1', weight: 1.5 },
    { id: 2, name: 'name 2', chip: null },
    { id: 3, name: 'name 3', chip: 'chip 3', weight: 3.5 },
  ]);
});

it('uses every value of a small enum', () => {
  const orders = [{ status: 'placed' }, { status: 'delivered' }, { status: 'placed' }];
  expect(generateSamples(inferShape(orders)).map((order) => (order as { status: string }).status)).toEqual([
    'delivered',
    'placed',
  ]);
});

it('makes up a string by its format', () => {
  const seen = {
    at: '2024-02-29T10:00:00.5+02:00',
    day: '1999-12-31',
    ref: 'c56a4180-65aa-42ec-a945-5fd21dec0538',
    page: 'https://shop.example/p/7?q=1',
    mail: 'kaethe@shop.example',
  };
  expect(generateSamples(inferShape([seen]))).toEqual([
    {
      at: '2026-01-02T09:30:00Z',
      day: '2026-01-02',
      ref: '00000000-0000-4000-8000-000000000001',
      page: 'https://example.com/1',
      mail: 'person1@example.com',
    },
  ]);
});

it('makes up a map with neutral keys and every possible kind of value', () => {
  const shape = inferShape([{ totals: { marta: 3 } }, { totals: { jonas: null } }]);
  expect(generateSamples(shape)).toEqual([{ totals: { 'key 1': 1, 'key 2': null } }]);
});

it('makes up strings that clients can parse', () => {
  const seen = { price: '49.90', currency: 'CHF', opens: '08:15', zip: '04109' };
  expect(generateSamples(inferShape([seen]))).toEqual([{ price: '1.50', currency: 'EUR', opens: '09:01', zip: '1' }]);
});

const leaf = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    'available',
    'sold',
    'placed',
    'a-b',
    '2026-11-21',
    '2026-11-21T12:00:00Z',
    'x@y.de',
    'http://a.b',
    '17',
    '1.5',
    'EUR',
    '09:30',
  ),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
);
const name = fc.oneof(
  fc.constantFrom('id', 'status', 'type', 'tags', 'größe', '__proto__', 'a b', '123456'),
  fc.string(),
);
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 5 }),
  ) as fc.Arbitrary<JsonValue>,
}));

it('infers the original shape from what it made up, and makes up the same again', () => {
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 5 }), fc.integer({ min: 1, max: 6 }), (values, fewest) => {
      const shape = inferShape(values, known);
      const sample = generateSamples(shape, fewest);
      const again = inferShape(sample, known);
      expect(again).toEqual(shape);
      expect(JSON.stringify(generateSamples(again, fewest))).toBe(JSON.stringify(sample));
    }),
    { numRuns: 500, seed: 6 },
  );
});

it.each([
  ['2026-11-21', 'date'],
  ['2026-11-21T12:00:00Z', 'date-time'],
  ['2026-11-21t12:00:60.123+05:30', 'date-time'],
  ['C56A4180-65aa-42ec-a945-5fd21dec0538', 'uuid'],
  ['https://shop.example/a?b', 'uri'],
  ['kaethe@shop.example', 'email'],
  ['00417', 'digits'],
  ['-49.90', 'decimal'],
  ['EUR', 'currency'],
  ['09:30', 'time'],
  ['23:59:59', 'time'],
])('reads %s as %s', (text, format) => {
  expect(formatOf(text)).toBe(format);
});

it.each([
  '',
  '2026-13-01',
  '2026-11-21 12:00:00',
  '2026-11-21T12:00',
  'http://',
  'ftp://a.b',
  'a@b',
  'Hallo',
  'REX',
  '25:00',
  '1.2.3',
  '1,50',
])('reads %j as a text without a format', (text) => {
  expect(formatOf(text)).toBeUndefined();
});
