import { expect, it } from 'vitest';
import { createDraw } from './draw.js';

const ten = (seed: number, purpose = 'values') => {
  const draw = createDraw(seed, purpose);
  return Array.from({ length: 10 }, () => draw.integer(1, 6));
};

it('the same seed draws the same values; another seed or purpose draws others', () => {
  expect(ten(1)).toEqual(ten(1));
  expect(ten(1)).not.toEqual(ten(2));
  expect(ten(1)).not.toEqual(ten(1, 'jitter'));
});

it('draws every number of a range and no other', () => {
  const draw = createDraw(5, 'values');
  const drawn = new Set(Array.from({ length: 500 }, () => draw.integer(-1, 2)));
  expect([...drawn].sort((a, b) => a - b)).toEqual([-1, 0, 1, 2]);
});
