import { expect, test } from 'vitest';
import { blankProfile, tookMs } from '../../../tests/profile-for-tests.js';
import type { LearnedLimit } from '../profile/profile.js';
import { compareLatency, compareLimits } from './compare-numbers.js';
import { type ComparisonItem, different } from './comparison.js';

const limited = (limit: Partial<LearnedLimit>) =>
  blankProfile({
    limit: { plan: null, perMinute: null, perDay: null, confidence: 'certain', exchanges: [1], ...limit },
  });

const free = limited({ plan: 'free', perMinute: 60, perDay: 1_000 });

function differencesOf(right: ReturnType<typeof blankProfile>, left = free, told: readonly ComparisonItem[] = []) {
  return compareLimits(left, right, told).flatMap((one) =>
    one.is === 'different' ? [[one.id, one.left, one.right]] : [],
  );
}

test('another plan is told once, with its limits', () => {
  expect(differencesOf(limited({ plan: 'pro', perMinute: 300, perDay: 10_000 }))).toEqual([
    ['plan', 'free (60 a minute, 1000 a day)', 'pro (300 a minute, 10000 a day)'],
  ]);
});

test('other limits of no plan are told by themselves', () => {
  expect(differencesOf(limited({ perMinute: 61, perDay: 1_000 }))).toEqual([
    ['perMinute', '60 requests a minute', '61 requests a minute'],
  ]);
});

test('a limit that a side was not told is not compared', () => {
  expect(differencesOf(limited({ plan: 'free', perDay: 1_000 }))).toEqual([]);
  expect(compareLimits(free, limited({}), [])).toContainEqual({
    is: 'uncompared',
    kind: 'limit',
    id: 'plan',
    why: 'the right was not told it',
  });
});

test('quotas of Enterprise are an open question, and told as one', () => {
  const left = limited({ plan: 'enterprise', perMinute: 5_000, perDay: 1_000_000 });
  const right = limited({ plan: 'enterprise', perMinute: 6_000, perDay: 1_000_000 });
  expect(differencesOf(right, left, [different('question', 'enterprise-limits', '5000', '6000')])).toEqual([]);
  expect(differencesOf(right, left)).toHaveLength(1);
});

test('a plan that the user said is no difference where both were told the same number', () => {
  const business = limited({ plan: 'business', perMinute: 1_000 });
  expect(differencesOf(limited({ plan: 'free', perDay: 1_000 }), business)).toEqual([]);
});

const steady = (ms: number, count = 9) => ({ ...tookMs(ms, count), p90: ms, p99: ms });

const outcome = (left: ReturnType<typeof tookMs>, right: ReturnType<typeof tookMs>) =>
  compareLatency(blankProfile({ latency: { getPet: left } }), blankProfile({ latency: { getPet: right } })).map(
    ({ is }) => is,
  );

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

test('medians that lie among the other side’s answers are chance, however far they are apart', () => {
  expect(outcome({ ...tookMs(34), p90: 105 }, { ...tookMs(168), p90: 191 })).toEqual(['alike']);
  expect(outcome({ ...tookMs(34), p90: 105 }, { ...tookMs(220), p90: 400 })).toEqual(['different']);
});

test('a few answers are too few', () => {
  expect(outcome(tookMs(10, 5), tookMs(1_000))).toEqual(['uncompared']);
  expect(outcome(tookMs(10, 6), tookMs(1_000, 6))).toEqual(['different']);
  const [one] = compareLatency(blankProfile(), blankProfile({ latency: { other: tookMs(10) } }));
  expect(one).toMatchObject({
    is: 'uncompared',
    id: 'other',
    why: '0 and 9 answers were timed, it takes 6 on each side',
  });
});
