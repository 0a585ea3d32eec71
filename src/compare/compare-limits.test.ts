import { expect, test } from 'vitest';
import { blankProfile } from '../../tests/profile-for-tests.js';
import type { LearnedLimit } from '../profile/profile.js';
import { compareLimits } from './compare-limits.js';
import { different, type Outcome } from './outcome.js';

const limited = (limit: Partial<LearnedLimit>) =>
  blankProfile({
    limit: { plan: null, perMinute: null, perDay: null, confidence: 'certain', exchanges: [1], ...limit },
  });

const free = limited({ plan: 'free', perMinute: 60, perDay: 1_000 });

function differencesOf(right: ReturnType<typeof blankProfile>, left = free, told: readonly Outcome[] = []) {
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
