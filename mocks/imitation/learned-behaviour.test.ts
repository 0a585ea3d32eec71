import { expect, test } from 'vitest';
import { profileOf } from '../../src/fidelity/profile/profile-for-tests.js';
import { learnedBehaviour } from './learned-behaviour.js';

const NOON_MS = Date.parse('2026-11-21T12:00:00Z');
const dates = { deprecatedSince: '2025-01-01T00:00:00Z', sunset: '2025-06-01T00:00:00Z' };

test('returns only observed choices', () => {
  expect(learnedBehaviour(profileOf({ observed: { 'ban-status': 403 } }), NOON_MS)).toEqual({ 'ban-status': 403 });
});

test('an operation that returned 410 has ended when the profile was learned', () => {
  const learned = learnedBehaviour(profileOf({ observed: { 'after-sunset': 410 } }), NOON_MS);
  expect(learned['sunset-date']).toEqual({
    deprecatedSince: '2026-06-30T00:00:00.000Z',
    sunset: '2026-11-20T08:00:00.000Z',
  });
});

test('it has ended even if the clock is earlier', () => {
  const learned = learnedBehaviour(profileOf({ observed: { 'after-sunset': 410 } }), Date.parse('2020-01-01'));
  expect(learned['sunset-date']).toEqual({
    deprecatedSince: '2020-01-01T00:00:00.000Z',
    sunset: '2020-01-01T00:00:00.000Z',
  });
});

test('an observed sunset is kept, a derived one is not', () => {
  const profile = profileOf({ observed: { 'after-sunset': 410, 'sunset-date': dates } });
  expect(learnedBehaviour(profile, NOON_MS)['sunset-date']).toEqual(dates);
  const question = profile.questions['sunset-date'];
  const half = { ...profile, questions: { ...profile.questions, 'sunset-date': { ...question, unseen: ['sunset'] } } };
  expect(learnedBehaviour(half as never, NOON_MS)['sunset-date']).toEqual({
    deprecatedSince: '2025-01-01T00:00:00.000Z',
    sunset: '2026-11-20T08:00:00.000Z',
  });
});

test('an operation that ended before its sunset has ended, and still sends that date', () => {
  const later = { deprecatedSince: '2025-01-01T00:00:00Z', sunset: '2027-12-31T00:00:00Z' };
  const observed = { 'after-sunset': 410, 'sunset-date': later, 'deprecation-headers': 'standard' } as const;
  expect(learnedBehaviour(profileOf({ observed }), NOON_MS)).toMatchObject({
    'sunset-date': { sunset: '2026-11-20T08:00:00.000Z' },
    'deprecation-headers': { Deprecation: '@1735689600', Sunset: 'Fri, 31 Dec 2027 00:00:00 GMT' },
  });
});
