import { expect, test } from 'vitest';
import type { StockEntry } from '../../admin/schemas/world.js';
import { countStatuses, everyPet, searchStock, sortAfterClick, sortStock } from './stock-list.js';

const stock: readonly StockEntry[] = [
  { petId: '42', quantity: 5, status: 'sold' },
  { petId: '142', quantity: 10, status: 'available' },
  { petId: '9007199254740993', quantity: 5, status: 'sold' },
];
const idsFor = (text: string, status?: StockEntry['status']) =>
  searchStock(stock, { text, status }).map(({ petId }) => petId);

test('digits match inside the id', () => {
  expect(idsFor('42')).toEqual(['42', '142']);
  expect(idsFor(' 0993 ')).toEqual(['9007199254740993']);
});

test('letters match the start of a status', () => {
  expect(idsFor('SO')).toEqual(['42', '9007199254740993']);
  expect(idsFor('42 sold')).toEqual(['42']);
});

test('a chosen status narrows the search', () => {
  expect(idsFor('42', 'available')).toEqual(['142']);
});

test('without a search the stock is returned unchanged', () => {
  expect(searchStock(stock, everyPet)).toBe(stock);
});

const stockForStockSort: readonly StockEntry[] = [
  { petId: '1', quantity: 5, status: 'sold' },
  { petId: '2', quantity: 10, status: 'available' },
  { petId: '10', quantity: 5, status: 'pending' },
];
const idsOf = (entries: readonly StockEntry[]) => entries.map(({ petId }) => petId).join(' ');

test('the stock is sorted by any column, in both directions; equal pets stay in the order of ids', () => {
  expect(idsOf(sortStock(stockForStockSort, { by: 'petId', isDescending: true }))).toBe('10 2 1');
  expect(idsOf(sortStock(stockForStockSort, { by: 'quantity', isDescending: false }))).toBe('1 10 2');
  expect(idsOf(sortStock(stockForStockSort, { by: 'quantity', isDescending: true }))).toBe('2 1 10');
  expect(idsOf(sortStock(stockForStockSort, { by: 'status', isDescending: false }))).toBe('2 10 1');
});

test('a change of the sorted value moves the pet', () => {
  const by = { by: 'quantity', isDescending: false } as const;
  sortStock(stockForStockSort, by);
  expect(idsOf(sortStock(stockForStockSort.with(0, { petId: '1', quantity: 11, status: 'sold' }), by))).toBe('10 2 1');
});

test('a change of another value does not move the pet', () => {
  const by = { by: 'quantity', isDescending: false } as const;
  sortStock(stockForStockSort, by);
  const changed = sortStock(stockForStockSort.with(0, { petId: '1', quantity: 5, status: 'pending' }), by);
  expect(changed[0]).toEqual({ petId: '1', quantity: 5, status: 'pending' });
});

test('removed and added pets are reflected', () => {
  const by = { by: 'quantity', isDescending: false } as const;
  sortStock(stockForStockSort, by);
  expect(idsOf(sortStock(stockForStockSort.toSpliced(2, 1, { petId: '11', quantity: 5, status: 'sold' }), by))).toBe(
    '1 11 2',
  );
  expect(idsOf(sortStock(stockForStockSort.slice(1), by))).toBe('10 2');
});

test('a click sorts upwards, another one downwards', () => {
  const first = sortAfterClick({ by: 'petId', isDescending: false }, 'quantity');
  expect(first).toEqual({ by: 'quantity', isDescending: false });
  expect(sortAfterClick(first, 'quantity')).toEqual({ by: 'quantity', isDescending: true });
  expect(sortAfterClick(sortAfterClick(first, 'quantity'), 'quantity')).toEqual(first);
});

test('pets are counted by status; a status without pets counts 0', () => {
  const stock = (['sold', 'available', 'sold'] as const).map((status, index) => ({
    petId: String(index),
    quantity: 1,
    status,
  }));
  expect(countStatuses(stock)).toEqual({ available: 1, pending: 0, sold: 2 });
});
