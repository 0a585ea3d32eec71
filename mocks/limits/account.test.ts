import { expect, test } from 'vitest';
import { defaultBehaviour } from '../../src/spec/behaviour.js';
import { banAccount, createAccount, isGood, limitsOf, saveAccount, standingOf } from './account.js';

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

test('a ban begins and ends, with the calendar at the latest', () => {
  const account = createAccount({ ...identity, plan: 'free' }, 'sliding');
  expect(banAccount(account, 1_000, 500)).toBe(1_500);
  expect(account.ban).toEqual({ fromMs: 1_000, untilMs: 1_500 });
  expect(banAccount(account, 1_000, Number.MAX_SAFE_INTEGER)).toBe(Date.UTC(9999, 11, 31, 23, 59, 59, 999));
});

test('an account that was saved gets its quotas, its ban and its validity back', () => {
  const account = createAccount({ ...identity, plan: 'free' }, 'first-request');
  account.minute.spend(0, 60);
  banAccount(account, 0, 500);
  const putBack = saveAccount(account);
  account.minute.spend(0, 60);
  account.day.spend(0, 1_000);
  account.isRevoked = true;
  account.ban = undefined;
  putBack();
  expect([account.minute.used(0), account.day.used(0)]).toEqual([1, 0]);
  expect(account).toMatchObject({ isRevoked: false, ban: { fromMs: 0, untilMs: 500 } });
});

test('an account that is made from another is as valid, and has used nothing', () => {
  const account = createAccount({ ...identity, plan: 'pro' }, 'first-request');
  account.minute.spend(0, 300);
  account.isRevoked = true;
  banAccount(account, 0, 500);
  const renewed = createAccount(account, 'sliding');
  expect(renewed).toMatchObject({ alias: 'key#1', plan: 'pro', isRevoked: true, ban: undefined });
  expect(renewed.minute.used(0)).toBe(0);
});

test.each([
  ['valid', {}],
  ['banned', { ban: { fromMs: 1_000, untilMs: 1_001 } }],
  ['valid', { ban: { fromMs: 500, untilMs: 1_000 } }],
  ['valid', { ban: { fromMs: 1_001, untilMs: 2_000 } }],
  ['expired', { expiresAtMs: 1_000, ban: { fromMs: 500, untilMs: 2_000 } }],
  ['valid', { expiresAtMs: 1_001 }],
  ['revoked', { isRevoked: true, expiresAtMs: 1_000, ban: { fromMs: 500, untilMs: 2_000 } }],
] as const)('a key is %s at the second with %j', (standing, changes) => {
  const account = { ...createAccount({ ...identity, plan: 'free' }, 'sliding'), ...changes };
  expect(standingOf(account, 1_000)).toBe(standing);
  expect(isGood(account, 1_000)).toBe(standing === 'valid' || standing === 'banned');
});
