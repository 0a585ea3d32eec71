import { expect, test } from 'vitest';
import { defaultBehaviour } from '../../src/spec/behaviour.js';
import { createAccount, limitsOf } from './account.js';

const identity = { alias: 'key#1', isRevoked: false, expiresAtMs: undefined } as const;

test.each([
  ['free', 60, 1_000],
  ['pro', 300, 10_000],
  ['business', 1_000, 100_000],
  ['enterprise', 5_000, 1_000_000],
] as const)('the plan %s allows %d requests a minute and %d a day', (plan, perMinute, perDay) => {
  const account = createAccount({ ...identity, plan }, 'first-request');
  expect(limitsOf(account, defaultBehaviour)).toEqual({ perMinute, perDay });
});

test('the behaviour sets the quotas of the enterprise plan alone', () => {
  const behaviour = { ...defaultBehaviour, 'enterprise-limits': { perMinute: 2, perDay: 3 } };
  expect(limitsOf(createAccount({ ...identity, plan: 'enterprise' }, 'sliding'), behaviour)).toEqual({
    perMinute: 2,
    perDay: 3,
  });
  expect(limitsOf(createAccount({ ...identity, plan: 'pro' }, 'sliding'), behaviour)).toEqual({
    perMinute: 300,
    perDay: 10_000,
  });
});

test.each([
  ['first-request', 90_000 + 60_000, 90_000 + 86_400_000],
  ['calendar', 120_000, 86_400_000],
  ['sliding', 90_000 + 60_000, 90_000 + 86_400_000],
] as const)('with windows that begin %s, a new account has a minute and a day', (start, minuteEnd, dayEnd) => {
  const account = createAccount({ ...identity, plan: 'free' }, start);
  expect(account.minute.resetsAtMs(90_000)).toBe(minuteEnd);
  expect(account.day.resetsAtMs(90_000)).toBe(dayEnd);
  expect(account.ban).toBeUndefined();
});
