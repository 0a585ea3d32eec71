import { expect, test } from 'vitest';
import { blankProfile, tookMs } from '../../../tests/profile-for-tests.js';
import type { LearnedLimit } from '../profile/profile.js';
import { compareProfiles } from './compare-profiles.js';

const limited = (limit: Partial<LearnedLimit>) =>
  blankProfile({
    limit: { plan: null, perMinute: null, perDay: null, confidence: 'certain', exchanges: [1], ...limit },
  });

const free = limited({ plan: 'free', perMinute: 60, perDay: 1_000 });

type Compared = ReturnType<typeof blankProfile>;

const compare = (left: Compared, right: Compared) =>
  compareProfiles({ name: 'left', profile: left }, { name: 'right', profile: right });

function differencesOf(right: Compared, left = free) {
  return compare(left, right).differences.map((one) => [one.path, one.left, one.right]);
}

test('another plan has other limits', () => {
  expect(differencesOf(limited({ plan: 'pro', perMinute: 300, perDay: 10_000 }))).toEqual([
    ['limit/plan', 'free', 'pro'],
    ['limit/perMinute', '60 requests a minute', '300 requests a minute'],
    ['limit/perDay', '1000 requests a day', '10000 requests a day'],
  ]);
});

test('limits that match no plan are compared separately', () => {
  expect(differencesOf(limited({ perMinute: 61, perDay: 1_000 }))).toEqual([
    ['limit/perMinute', '60 requests a minute', '61 requests a minute'],
  ]);
});

test('a limit that a side did not return is not compared', () => {
  expect(differencesOf(limited({ plan: 'free', perDay: 1_000 }))).toEqual([]);
  expect(compare(free, limited({})).uncompared).toContainEqual({
    path: 'limit/plan',
    why: 'left: free; right: not observed',
  });
});

test('a plan given by the user is not a difference if both sides returned the same number', () => {
  const business = limited({ plan: 'business', perMinute: 1_000 });
  expect(differencesOf(limited({ plan: 'free', perDay: 1_000 }), business)).toEqual([]);
});

const steady = (ms: number, count = 9) => ({ ...tookMs(ms, count), p90: ms, p99: ms });

function outcome(left: ReturnType<typeof tookMs>, right: ReturnType<typeof tookMs>) {
  const sides = [left, right].map((getPet) => blankProfile({ latency: { getPet } }));
  const { alike, differences } = compare(sides[0] as Compared, sides[1] as Compared);
  return [differences.length > 0 ? 'different' : alike > 0 ? 'alike' : 'uncompared'];
}

test.each([
  [100, 250, 'different'],
  [250, 100, 'different'],
  [100, 200, 'alike'],
  [10, 60, 'alike'],
  [1, 51.1, 'different'],
  [900, 1_700, 'alike'],
])('medians of %d ms and %d ms are %s', (left, right, is) => {
  expect(outcome(steady(left), steady(right))).toEqual([is]);
});

test('medians within the other side’s range are chance, however far apart they are', () => {
  expect(outcome({ ...tookMs(34), p90: 105 }, { ...tookMs(168), p90: 191 })).toEqual(['alike']);
  expect(outcome({ ...tookMs(34), p90: 105 }, { ...tookMs(220), p90: 400 })).toEqual(['different']);
});

test('a few responses are too few', () => {
  expect(outcome(tookMs(10, 5), tookMs(1_000))).toEqual(['uncompared']);
  expect(outcome(tookMs(10, 6), tookMs(1_000, 6))).toEqual(['different']);
  const { uncompared } = compare(blankProfile(), blankProfile({ latency: { other: tookMs(10) } }));
  expect(uncompared).toContainEqual({
    path: 'latency/other',
    why: 'left: not observed; right: 10 ms at the median, 20 ms at the 90th percentile',
  });
});
