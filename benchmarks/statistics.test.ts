import { expect, it } from 'vitest';
import { median, medianInterval, ratios } from './statistics.js';

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

/** The part of all ways to fall below or above the median in which it lies between two of the rounds, these included. */
function coverage(count: number, low: number, high: number): number {
  const fallBelow = upTo(2 ** count).map((way) => upTo(count).filter((round) => (way >> round) & 1).length);
  return fallBelow.filter((below) => below > low && below <= high).length / fallBelow.length;
}

it.each([6, 7, 9, 10, 12])('draws the narrowest interval for the median of %i rounds', (count) => {
  const [low, high] = medianInterval(upTo(count));
  expect(low).toBe(count - 1 - high);
  expect(coverage(count, low, high)).toBeGreaterThanOrEqual(0.95);
  expect(coverage(count, low + 1, high - 1)).toBeLessThan(0.95);
});

it('takes all rounds where they are too few to leave one out', () => {
  expect(medianInterval([3])).toEqual([3, 3]);
  expect(medianInterval([5, 1, 3, 2, 4])).toEqual([1, 5]);
});

it('compares round by round', () => {
  expect(median(ratios([2, 30, 4], [1, 10, 4]))).toBe(2);
  expect(median(ratios([2, 30], [1]))).toBeNaN();
});
