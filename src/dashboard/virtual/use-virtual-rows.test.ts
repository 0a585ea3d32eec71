import { expect, test } from 'vitest';
import { withPinned } from './use-virtual-rows.js';

test('a row above or below the shown ones is added in its place', () => {
  expect(withPinned([5, 6, 7], 2, 100)).toEqual([2, 5, 6, 7]);
  expect(withPinned([5, 6, 7], 90, 100)).toEqual([5, 6, 7, 90]);
});

test('a row that is shown anyway, or does not exist, changes nothing', () => {
  expect(withPinned([5, 6, 7], 6, 100)).toEqual([5, 6, 7]);
  expect(withPinned([5, 6, 7], 100, 100)).toEqual([5, 6, 7]);
});
