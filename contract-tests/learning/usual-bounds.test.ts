import { expect, it } from 'vitest';
import { roundSizes, usualSizes } from './usual-bounds.js';

it('finds few enough round sizes between any two usual ones', () => {
  for (const [index, high] of usualSizes.entries()) {
    const low = usualSizes[index - 1] ?? 1_024n;
    const sizes = roundSizes(low, high);
    expect(sizes.length, `${low} to ${high}`).toBeLessThanOrEqual(127);
    expect(sizes).toEqual([...new Set(sizes)].sort((one, other) => Number(one - other)));
    expect(sizes.every((size) => size > low && size < high)).toBe(true);
  }
});

it('takes the finer ones where they are not too many', () => {
  expect(roundSizes(65_536n, 70_000n)).toEqual([
    66_000n,
    66_560n,
    67_000n,
    67_584n,
    68_000n,
    68_608n,
    69_000n,
    69_632n,
  ]);
  expect(roundSizes(1_048_576n, 2_097_152n)).toContain(1_500_000n);
  expect(roundSizes(1n, 100_000_000n)).toEqual([]);
});
