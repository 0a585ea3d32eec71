import { expect, test } from 'vitest';
import type { StockEntry } from '../../admin/schemas/stock.js';
import { createStockSorter, sortAfterClick } from './stock-sort.js';

const stock: readonly StockEntry[] = [
  { petId: '1', quantity: 5, status: 'sold' },
  { petId: '2', quantity: 10, status: 'available' },
  { petId: '10', quantity: 5, status: 'pending' },
];
const idsOf = (entries: readonly StockEntry[]) => entries.map(({ petId }) => petId).join(' ');

test('a stock is sorted by any column, up and down; pets that are alike stay in the order of ids', () => {
  const sort = createStockSorter();
  expect(idsOf(sort(stock, { by: 'petId', isDescending: true }))).toBe('10 2 1');
  expect(idsOf(sort(stock, { by: 'quantity', isDescending: false }))).toBe('1 10 2');
  expect(idsOf(sort(stock, { by: 'quantity', isDescending: true }))).toBe('2 1 10');
  expect(idsOf(sort(stock, { by: 'status', isDescending: false }))).toBe('2 10 1');
});

test('a change of the sorted value moves the pet', () => {
  const sort = createStockSorter();
  const by = { by: 'quantity', isDescending: false } as const;
  sort(stock, by);
  expect(idsOf(sort(stock.with(0, { petId: '1', quantity: 11, status: 'sold' }), by))).toBe('10 2 1');
});

test('a change of another value shows where the pet stood', () => {
  const sort = createStockSorter();
  const by = { by: 'quantity', isDescending: false } as const;
  sort(stock, by);
  const changed = sort(stock.with(0, { petId: '1', quantity: 5, status: 'pending' }), by);
  expect(changed[0]).toEqual({ petId: '1', quantity: 5, status: 'pending' });
});

test('a pet that goes and one that comes are noticed', () => {
  const sort = createStockSorter();
  const by = { by: 'quantity', isDescending: false } as const;
  sort(stock, by);
  expect(idsOf(sort(stock.toSpliced(2, 1, { petId: '11', quantity: 5, status: 'sold' }), by))).toBe('1 11 2');
  expect(idsOf(sort(stock.slice(1), by))).toBe('10 2');
});

test('a click sorts upwards, another one downwards', () => {
  const first = sortAfterClick({ by: 'petId', isDescending: false }, 'quantity');
  expect(first).toEqual({ by: 'quantity', isDescending: false });
  expect(sortAfterClick(first, 'quantity')).toEqual({ by: 'quantity', isDescending: true });
  expect(sortAfterClick(sortAfterClick(first, 'quantity'), 'quantity')).toEqual(first);
});
