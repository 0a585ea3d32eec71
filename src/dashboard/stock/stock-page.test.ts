import { expect, test } from 'vitest';
import type { StockEntry } from '../../admin/stock.js';
import { searchStock } from './stock-page.js';

const stock: readonly StockEntry[] = [
  { petId: '42', quantity: 5, status: 'sold' },
  { petId: '142', quantity: 10, status: 'available' },
  { petId: '9007199254740993', quantity: 5, status: 'sold' },
];
const idsFor = (text: string) => searchStock(stock, text).map(({ petId }) => petId);

test('digits match inside the id', () => {
  expect(idsFor('42')).toEqual(['42', '142']);
  expect(idsFor(' 0993 ')).toEqual(['9007199254740993']);
});

test('letters match the start of a status', () => {
  expect(idsFor('SO')).toEqual(['42', '9007199254740993']);
  expect(idsFor('42 sold')).toEqual(['42']);
});

test('without a search the stock is returned unchanged', () => {
  expect(searchStock(stock, ' ')).toBe(stock);
});
