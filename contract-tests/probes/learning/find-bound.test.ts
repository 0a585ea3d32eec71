import { expect, it } from 'vitest';
import { findBound, usualQuantities } from './learn-more.js';

const FURTHEST = BigInt(Number.MAX_SAFE_INTEGER);

/** Searches a service that accepts up to `bound`, and returns what was tried. */
async function tried(bound: bigint, told: { accepted?: bigint; most?: number } = {}) {
  const { accepted = 5n, most = 100 } = told;
  const values: bigint[] = [];
  await findBound({
    accepted,
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

it('never repeats a trial', async () => {
  const values = await tried(4_321n);
  expect(new Set(values).size).toBe(values.length);
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
