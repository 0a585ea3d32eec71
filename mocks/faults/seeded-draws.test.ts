import { expect, test } from 'vitest';
import { createSeededDraws } from './faults.js';

const first = (count: number, seed: number[]) =>
  Array.from({ length: count }, (_, index) => index).map(createSeededDraws(seed));

test('the same seed gives the same draws, another seed others', () => {
  expect(first(50, [1, 0])).toEqual(first(50, [1, 0]));
  expect(first(50, [1, 1])).not.toEqual(first(50, [1, 0]));
});

test('draws lie between 0 and 1 and are spread', () => {
  const draws = first(1_000, [7]);
  expect(draws.every((draw) => draw >= 0 && draw < 1)).toBe(true);
  const low = draws.filter((draw) => draw < 0.2).length;
  expect(low).toBeGreaterThan(150);
  expect(low).toBeLessThan(250);
});

test('a draw can be asked for again, and others left out', () => {
  const draws = first(10, [3]);
  const draw = createSeededDraws([3]);
  expect([draw(9), draw(4), draw(4), draw(0), draw(7)]).toEqual([9, 4, 4, 0, 7].map((index) => draws[index]));
});
