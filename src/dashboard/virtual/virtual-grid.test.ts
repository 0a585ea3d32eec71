import { expect, test } from 'vitest';
import { rowAfterKey } from './virtual-grid.js';

test.each([
  ['ArrowDown', 11],
  ['ArrowUp', 9],
  ['PageDown', 30],
  ['PageUp', 0],
  ['Home', 0],
  ['End', 99],
  ['x', undefined],
])('%s leads from row 10 to row %s', (key, row) => {
  expect(rowAfterKey(key, 10, 100, 20)).toBe(row);
});

test('no key leads out of the list', () => {
  expect(rowAfterKey('ArrowUp', 0, 100, 20)).toBe(0);
  expect(rowAfterKey('PageDown', 95, 100, 20)).toBe(99);
  expect(rowAfterKey('ArrowDown', 0, 0, 20)).toBeUndefined();
});
