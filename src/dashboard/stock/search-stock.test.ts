import { expect, test } from 'vitest';
import type { StockEntry } from '../../admin/schemas/stock.js';
import { everyPet, searchStock } from './search-stock.js';

const stock: readonly StockEntry[] = [
  { petId: '42', quantity: 5, status: 'sold' },
  { petId: '142', quantity: 10, status: 'available' },
  { petId: '9007199254740993', quantity: 5, status: 'sold' },
];
const idsFor = (text: string, status?: StockEntry['status']) =>
  searchStock(stock, { text, status }).map(({ petId }) => petId);

test('digits are looked for in the id', () => {
  expect(idsFor('42')).toEqual(['42', '142']);
  expect(idsFor(' 0993 ')).toEqual(['9007199254740993']);
});

test('letters are the beginning of a status', () => {
  expect(idsFor('SO')).toEqual(['42', '9007199254740993']);
  expect(idsFor('42 sold')).toEqual(['42']);
});

test('a chosen status narrows what was searched for', () => {
  expect(idsFor('42', 'available')).toEqual(['142']);
});

test('where nothing is searched for, the stock is answered as it is', () => {
  expect(searchStock(stock, everyPet)).toBe(stock);
});
