import { expect, it } from 'vitest';
import { findBound, roundSizes, usualQuantities, usualSizes } from './find-bound.js';

const FURTHEST = BigInt(Number.MAX_SAFE_INTEGER);

/** Searches a service that accepts up to `bound`, and returns what was tried. */
async function tried(bound: bigint, told: { accepted?: bigint; rejected?: bigint; most?: number } = {}) {
  const { accepted = 5n, rejected, most = 100 } = told;
  const values: bigint[] = [];
  await findBound({
    accepted,
    rejected,
    usual: usualQuantities,
    furthest: FURTHEST,
    trial: async (value) => {
      if (values.length === most) return undefined;
      values.push(value);
      return value <= bound ? 'accepted' : 'rejected';
    },
  });
  return values;
}

const isPairSeen = (values: readonly bigint[], bound: bigint) => values.includes(bound) && values.includes(bound + 1n);

it.each(usualQuantities.filter((value) => value > 5n))('finds the usual bound %s with few trials', async (bound) => {
  const values = await tried(bound);
  expect(isPairSeen(values, bound)).toBe(true);
  expect(values.length).toBeLessThanOrEqual(8);
});

it('finds a bound that is not usual', async () => {
  const values = await tried(123_456n);
  expect(isPairSeen(values, 123_456n)).toBe(true);
  expect(values.length).toBeLessThanOrEqual(28);
});

it('tries a guess first, and returns the bound', async () => {
  const values: bigint[] = [];
  const found = await findBound({
    accepted: 5n,
    rejected: undefined,
    guess: 4_321n,
    usual: usualQuantities,
    furthest: FURTHEST,
    trial: async (value) => {
      values.push(value);
      return value <= 4_321n ? 'accepted' : 'rejected';
    },
  });
  expect([values, found]).toEqual([[4_322n, 4_321n], 4_321n]);
});

it('never repeats a trial', async () => {
  const values = await tried(4_321n);
  expect(new Set(values).size).toBe(values.length);
});

it('sends no trial if both neighbours are known', async () => {
  expect(await tried(5n, { accepted: 5n, rejected: 6n })).toEqual([]);
});

it('sends one trial if nothing within reach is rejected', async () => {
  expect(await tried(FURTHEST * 2n)).toEqual([FURTHEST + 1n]);
});

it('sends no trial if the accepted value lies beyond reach', async () => {
  expect(await tried(FURTHEST * 2n, { accepted: FURTHEST + 1n })).toEqual([]);
});

it('ends when a trial is inconclusive', async () => {
  expect(await tried(123_456n, { most: 4 })).toHaveLength(4);
});

it('finds few round sizes between any two usual ones', () => {
  for (const [index, high] of usualSizes.entries()) {
    const low = usualSizes[index - 1] ?? 1_024n;
    const sizes = roundSizes(low, high);
    expect(sizes.length, `${low} to ${high}`).toBeLessThanOrEqual(127);
    expect(sizes).toEqual([...new Set(sizes)].sort((one, other) => Number(one - other)));
    expect(sizes.every((size) => size > low && size < high)).toBe(true);
  }
});

it('uses the finer sizes unless they are too many', () => {
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
