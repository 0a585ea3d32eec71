import { expect, test } from 'vitest';
import { compareIds } from './compare-ids.js';

test('ids are ordered as integers, exactly', () => {
  const ids = ['10', '9007199254740993', '-2', '9', '9007199254740992', '0', '-10', '9223372036854775807'];
  expect(ids.toSorted(compareIds)).toEqual([
    '-10',
    '-2',
    '0',
    '9',
    '10',
    '9007199254740992',
    '9007199254740993',
    '9223372036854775807',
  ]);
});

test('an id equals itself only', () => {
  expect(compareIds('9007199254740993', '9007199254740993')).toBe(0);
  expect(compareIds('-7', '-7')).toBeCloseTo(0);
});
