import { expect, test } from 'vitest';
import { nameHint, nearestName } from './input-error.js';

test.each<[unknown, string]>([
  ['stauts', "Did you mean 'status'? Fields: status, delayMs."],
  ['test_free', 'Fields: status, delayMs.'],
  [undefined, 'Fields: status, delayMs.'],
])('for %o: %s', (meant, hint) => {
  expect(nameHint(meant, ['status', 'delayMs'], 'Fields')).toBe(hint);
});

const names = ['empty-store', 'sold-out', 'slow', 'down', 'updateInventory', 'listInventory'];

test.each([
  ['soldout', 'sold-out'],
  ['sold_out', 'sold-out'],
  ['Sold Out', 'sold-out'],
  ['updateInventry', 'updateInventory'],
  ['list-inventory', 'listInventory'],
  ['dwon', 'down'],
  ['donw', 'down'],
  ['dow', 'down'],
  ['empty', 'empty-store'],
])('%s suggests %s', (meant, name) => {
  expect(nearestName(meant, names)).toBe(name);
});

test.each(['', 'x', 'in', '–', 'fast', 'a'.repeat(1_000)])('%j has no suggestion', (meant) => {
  expect(nearestName(meant, names)).toBeUndefined();
});

test('the nearest name is suggested', () => {
  expect(nearestName('slowe', ['slower', 'slow', 'slows'])).toBe('slower');
});
