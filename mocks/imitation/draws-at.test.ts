import { expect, test } from 'vitest';
import { drawsAt } from './draws-at.js';

test('the same numbers give the same draw', () => {
  expect(drawsAt(1, 2, 3)(4)).toBe(drawsAt(1, 2, 3)(4));
});

test('every number counts, and so does their order', () => {
  const draws = [
    drawsAt(1, 2, 3)(4),
    drawsAt(2, 1, 3)(4),
    drawsAt(1, 3, 2)(4),
    drawsAt(1, 2, 4)(3),
    drawsAt(1, 2, 3)(0),
  ];
  expect(new Set(draws).size).toBe(draws.length);
});

test('draws are spread evenly from 0 up to 1', () => {
  const tenths = Array(10).fill(0);
  for (let turn = 0; turn < 10_000; turn++) tenths[Math.floor(drawsAt(1, turn, 0)(0) * 10)]++;
  expect(tenths).toHaveLength(10);
  for (const count of tenths) expect(Math.abs(count - 1_000)).toBeLessThan(120);
});
