import { expect, test } from 'vitest';
import { type Behaviour, defaultBehaviour } from '../../src/spec/behaviour.js';
import { createAccount } from './account.js';
import { describeLimits } from './describe-limits.js';

/** An enterprise account that has sent `sent` requests at the epoch. */
function accountAfter(sent: number) {
  const account = createAccount(
    { alias: 'key#1', plan: 'enterprise', isRevoked: false, expiresAtMs: undefined },
    'first-request',
  );
  for (let i = 0; i < sent; i++) {
    account.minute.spend(0, 100);
    account.day.spend(0, 100);
  }
  return account;
}

function behaviour(perMinute: number, perDay: number, described: Behaviour['described-window'] = 'fewest-remaining') {
  return { ...defaultBehaviour, 'enterprise-limits': { perMinute, perDay }, 'described-window': described };
}

test('the window with the fewest requests left is described', () => {
  expect(describeLimits(accountAfter(1), behaviour(5, 10), 0)).toEqual({ limit: 5, remaining: 4, resetSeconds: 60 });
  expect(describeLimits(accountAfter(1), behaviour(10, 5), 0)).toEqual({
    limit: 5,
    remaining: 4,
    resetSeconds: 86_400,
  });
});

test('on a tie the minute is described', () => {
  expect(describeLimits(accountAfter(2), behaviour(5, 5), 0)).toEqual({ limit: 5, remaining: 3, resetSeconds: 60 });
});

test('the description changes over when the day has fewer left than a fresh minute', () => {
  const account = accountAfter(3);
  expect(describeLimits(account, behaviour(4, 5), 0)).toMatchObject({ limit: 4, remaining: 1 });
  expect(describeLimits(account, behaviour(4, 5), 60_000)).toMatchObject({ limit: 5, remaining: 2 });
});

test.each([
  ['minute', { limit: 10, remaining: 9, resetSeconds: 60 }],
  ['day', { limit: 5, remaining: 4, resetSeconds: 86_400 }],
] as const)('the %s is described whenever the behaviour says so', (described, expected) => {
  expect(describeLimits(accountAfter(1), behaviour(10, 5, described), 0)).toEqual(expected);
});

test('a reset inside a second is told by its end, so that a client never comes early', () => {
  const account = accountAfter(0);
  account.minute.spend(1, 100);
  expect(describeLimits(account, behaviour(5, 10), 1)).toMatchObject({ resetSeconds: 61 });
});

test('what is left is never below zero, also when the limit was lowered', () => {
  expect(describeLimits(accountAfter(8), behaviour(5, 10), 0)).toMatchObject({ limit: 5, remaining: 0 });
});
