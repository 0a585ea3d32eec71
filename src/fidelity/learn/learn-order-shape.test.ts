import { expect, it } from 'vitest';
import { recorded, settings } from '../../../tests/recorded.js';
import { gatherEvidence } from '../../judge/evidence.js';
import { learnOrderShape } from './learn-order-shape.js';

const learn = (...bodies: unknown[]) =>
  learnOrderShape(
    gatherEvidence(
      recorded(...bodies.map((body) => ({ path: '/store/orders', body: JSON.stringify(body) }))),
      settings,
    ),
  );

it('makes up orders with the fields of observed orders', () => {
  const { choice, note } = learn([{ id: 'o-77', lines: [{ sku: 'K-4', count: 2 }], status: 'placed' }]);
  expect(choice).toEqual({
    records: [1, 2, 3].map((serial) => ({
      id: `id ${serial}`,
      lines: [{ sku: 'sku 1', count: 1 }],
      status: 'placed',
    })),
  });
  expect(note).toBe('made up from the fields of 1 order');
});

it('finds the field that contains the orders, and makes up the fields beside it', () => {
  const { choice } = learn(
    { data: [{ id: 4 }], total: 31, next: 'https://shop.example/o?page=2' },
    { data: [], total: 31, next: null },
  );
  expect(choice).toEqual({
    records: [{ id: 1 }, { id: 2 }, { id: 3 }],
    envelope: { field: 'data', rest: { total: 31, next: 'https://example.com/1' } },
  });
});

it('learns that lists are empty', () => {
  const { choice, note } = learn({ orders: [], next: null });
  expect(choice).toEqual({ records: [], envelope: { field: 'orders', rest: { next: null } } });
  expect(note).toBe('every list of orders was empty');
  expect(learn([]).choice).toEqual({ records: [] });
});

it('makes up orders that are not objects', () => {
  expect(learn(['A-1', 'A-2']).choice).toEqual({ records: ['value 1', 'value 2', 'value 3'] });
});

it('cites the responses that contained each field', () => {
  const { members, readings } = learn([{ id: 1 }, { id: 2, coupon: 'A' }], [{ id: 3 }], []);
  const numbers = Object.entries(members ?? {}).map(([name, own]) => [name, own.map(({ number }) => number)]);
  expect(Object.fromEntries(numbers)).toEqual({ id: [1, 2], coupon: [1] });
  expect(readings).toHaveLength(3);
});

it('ignores a field that not every response has', () => {
  expect(learn({ data: [{ id: 4 }] }, { items: [{ id: 4 }] }).choice).toBeUndefined();
});

it.each([
  ['there is no list', { count: 0 }],
  ['the list stands under an address', { 'kaethe@shop.example': [{ id: 1 }] }],
])('learns nothing if %s', (_, body) => {
  expect(learn(body).choice).toBeUndefined();
});

it('stores the fields that clients use for paging, and finds the count of orders', () => {
  const page = { data: [{ id: 1 }, { id: 2 }, { id: 3 }], total: 3, has_more: false, cursor: null, size: 20 };
  expect(learn(page, page).choice).toMatchObject({
    envelope: { field: 'data', rest: { total: 0, has_more: false, cursor: null, size: 20 }, counts: ['/total'] },
  });
});

it('does not treat a key as a field if other objects lack it', () => {
  const { choice } = learn(
    { items: [{ id: 1, keeper: 'marta', totals: { marta: 1 } }], marta: [{ id: 1 }], count: 1 },
    { items: [{ id: 2, keeper: 'jonas', totals: { jonas: 1 } }], 'Jonas Weber': [{ id: 2 }], count: 1 },
  );
  expect(choice).toEqual({
    records: [1, 2, 3].map((serial) => ({
      id: serial,
      keeper: `keeper ${serial}`,
      totals: { 'key 1': 1 },
    })),
    envelope: { field: 'items', rest: { marta: [{ id: 1 }], count: 0, 'key 1': [{ id: 1 }] }, counts: ['/count'] },
  });
});
