import { expect, test } from 'vitest';
import { defaultBehaviour } from '../../src/spec/behaviour.js';
import { banAccount, createAccount } from '../limits/account.js';
import { keyInfo } from './key-info.js';

const identity = { alias: 'key#7', plan: 'free', isRevoked: false, expiresAtMs: undefined } as const;

test('a key that was never used has all of its quota, and no moment at which that comes back', () => {
  expect(keyInfo(createAccount(identity, 'first-request'), defaultBehaviour, 1_000)).toEqual({
    alias: 'key#7',
    plan: 'free',
    state: 'valid',
    minute: { limit: 60, remaining: 60, resetsAtMs: undefined },
    day: { limit: 1000, remaining: 1000, resetsAtMs: undefined },
    ban: undefined,
    expiresAtMs: undefined,
  });
});

test.each(['first-request', 'calendar', 'sliding'] as const)(
  'with windows that begin %s, one that is used tells when it resets',
  (windowStart) => {
    const account = createAccount(identity, windowStart);
    account.minute.spend(0, 60);
    expect(keyInfo(account, defaultBehaviour, 59_999).minute).toEqual({ limit: 60, remaining: 59, resetsAtMs: 60_000 });
    expect(keyInfo(account, defaultBehaviour, 60_000).minute).toEqual({
      limit: 60,
      remaining: 60,
      resetsAtMs: undefined,
    });
  },
);

test('a ban is told while it lasts', () => {
  const account = createAccount({ ...identity, expiresAtMs: 9_000 }, 'sliding');
  banAccount(account, 1_000, 500);
  expect(keyInfo(account, defaultBehaviour, 1_499)).toMatchObject({
    state: 'banned',
    ban: { fromMs: 1_000, untilMs: 1_500 },
    expiresAtMs: 9_000,
  });
  expect(keyInfo(account, defaultBehaviour, 1_500)).toMatchObject({ state: 'valid', ban: undefined });
});

test('quotas are those of the behaviour', () => {
  const behaviour = { ...defaultBehaviour, 'enterprise-limits': { perMinute: 2, perDay: 3 } };
  const account = createAccount({ ...identity, plan: 'enterprise' }, 'sliding');
  expect(keyInfo(account, behaviour, 0)).toMatchObject({ minute: { limit: 2 }, day: { limit: 3 } });
});
