import { expect, test } from 'vitest';
import { blankProfile } from '../../../tests/profile-for-tests.js';
import type { LearnedLimit } from '../profile/profile.js';
import { compareProfiles } from './compare-profiles.js';

const limited = (limit: Partial<LearnedLimit>) =>
  blankProfile({
    limit: { plan: null, perMinute: null, perDay: null, confidence: 'certain', exchanges: [1], ...limit },
  });

const free = limited({ plan: 'free', perMinute: 60, perDay: 1_000 });

type Compared = ReturnType<typeof blankProfile>;

function differencesOf(right: Compared, left = free) {
  const { differences } = compareProfiles({ name: 'left', profile: left }, { name: 'right', profile: right });
  return differences.map((one) => [one.path, one.left, one.right]);
}

test('another plan has other limits', () => {
  expect(differencesOf(limited({ plan: 'pro', perMinute: 300, perDay: 10_000 }))).toEqual([
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
  expect(differencesOf(limited({}))).toEqual([]);
});

test('a plan given by the user is not a difference if both sides returned the same number', () => {
  const business = limited({ plan: 'business', perMinute: 1_000 });
  expect(differencesOf(limited({ plan: 'free', perDay: 1_000 }), business)).toEqual([]);
});
