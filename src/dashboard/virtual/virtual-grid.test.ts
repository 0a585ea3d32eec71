import { expect, test } from 'vitest';
import { rowAfterKey, rowsToRender } from './virtual-grid.js';

test.each([
  ['ArrowDown', 11],
  ['ArrowUp', 9],
  ['PageDown', 30],
  ['PageUp', 0],
  ['Home', 0],
  ['End', 99],
  ['x', undefined],
])('%s moves from row 10 to row %s', (key, row) => {
  expect(rowAfterKey(key, 10, 100, 20)).toBe(row);
});

test('no key moves out of the list', () => {
  expect(rowAfterKey('ArrowUp', 0, 100, 20)).toBe(0);
  expect(rowAfterKey('PageDown', 95, 100, 20)).toBe(99);
  expect(rowAfterKey('ArrowDown', 0, 0, 20)).toBeUndefined();
});

test('renders the rows in view and a few above and below', () => {
  expect(rowsToRender({ first: 0, page: 2 }, 0, 100)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(rowsToRender({ first: 98, page: 2 }, 99, 100)).toEqual([92, 93, 94, 95, 96, 97, 98, 99]);
});

test('renders the active row wherever it is', () => {
  expect(rowsToRender({ first: 50, page: 2 }, 3, 100).slice(0, 2)).toEqual([3, 44]);
  expect(rowsToRender({ first: 0, page: 2 }, 90, 100).slice(-2)).toEqual([9, 90]);
  expect(rowsToRender({ first: 0, page: 2 }, 0, 0)).toEqual([]);
});
