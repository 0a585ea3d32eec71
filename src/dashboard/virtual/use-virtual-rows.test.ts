import { expect, test } from 'vitest';
import { withPinned } from './use-virtual-rows.js';

test('rows above and below the shown ones are added in their places', () => {
  expect(withPinned([5, 6, 7], [90, 2], 100)).toEqual([2, 5, 6, 7, 90]);
});

test('a row that is shown anyway, or is none, changes nothing', () => {
  expect(withPinned([5, 6, 7], [6, -1, 100], 100)).toEqual([5, 6, 7]);
});
