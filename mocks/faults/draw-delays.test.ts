import { expect, test } from 'vitest';
import { drawsAt } from '../imitation/draws.js';
import type { FaultDelay } from './fault.js';
import { drawDelays } from './faults.js';

const COUNT = 4000;

function lengthsOf(delay: FaultDelay, seed = 1): number[] {
  return Array.from({ length: COUNT }, (_, index) => index).map(drawDelays(delay, drawsAt(seed, 0, 1)));
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
const deviation = (numbers: readonly number[]) => Math.sqrt(mean(numbers.map((one) => (one - mean(numbers)) ** 2)));
const median = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b)[numbers.length / 2] ?? 0;

test('a missing delay is 0, and a number is constant', () => {
  expect(drawDelays(undefined, drawsAt(1, 0, 1))(5)).toBe(0);
  expect(drawDelays(0.5, drawsAt(1, 0, 1))(5)).toBe(0.5);
});

test('normal delays are spread around their mean', () => {
  const lengths = lengthsOf({ type: 'normal', mean: 500, deviation: 100 });
  expect(mean(lengths)).toBeCloseTo(500, -1);
  expect(deviation(lengths)).toBeCloseTo(100, -1);
  const within = lengths.filter((length) => Math.abs(length - 500) <= 100).length / COUNT;
  expect(within).toBeCloseTo(0.683, 1);
});

test('lognormal delays are spread around their median, with a long tail', () => {
  const lengths = lengthsOf({ type: 'lognormal', median: 80, sigma: 0.5 });
  expect(median(lengths)).toBeGreaterThan(76);
  expect(median(lengths)).toBeLessThan(84);
  expect(deviation(lengths.map(Math.log))).toBeCloseTo(0.5, 1);
  expect(Math.max(...lengths) - 80).toBeGreaterThan(3 * (80 - Math.min(...lengths)));
});

test.each<FaultDelay>([
  { type: 'normal', mean: 0, deviation: 3_600_000 },
  { type: 'lognormal', median: 3_600_000, sigma: 10 },
])('%o draws whole milliseconds from 0 to an hour', (delay) => {
  const lengths = lengthsOf(delay);
  expect(lengths.every((length) => Number.isInteger(length) && length >= 0 && length <= 3_600_000)).toBe(true);
  expect(Math.max(...lengths)).toBe(3_600_000);
});

test('without a deviation all delays are equal', () => {
  expect(new Set(lengthsOf({ type: 'normal', mean: 300, deviation: 0 }))).toEqual(new Set([300]));
  expect(new Set(lengthsOf({ type: 'lognormal', median: 80, sigma: 0 }))).toEqual(new Set([80]));
});

test('a delay depends only on its number', () => {
  const delay = { type: 'normal', mean: 500, deviation: 100 } as const;
  const lengths = lengthsOf(delay, 7);
  const draw = drawDelays(delay, drawsAt(7, 0, 1));
  expect([draw(9), draw(4), draw(4), draw(0)]).toEqual([9, 4, 4, 0].map((index) => lengths[index]));
  expect(lengthsOf(delay, 8)).not.toEqual(lengths);
});
