import { expect, test } from 'vitest';
import { defaultBehaviour } from '../../src/service/behaviour.js';
import { banAccount, createAccount, isGood, limitsOf, QuotaWindow, standingOf, windowState } from './account.js';

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

test('the minute and the day may begin in different ways', () => {
  const account = createAccount({ ...identity, plan: 'free' }, { minute: 'first-request', day: 'calendar' });
  const nowMs = Date.UTC(2026, 10, 21, 12, 0, 30);
  expect(account.minute.resetsAtMs(nowMs)).toBe(nowMs + 60_000);
  expect(account.day.resetsAtMs(nowMs)).toBe(Date.UTC(2026, 10, 22));
});

test('the behaviour sets only the quotas of the enterprise plan', () => {
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
] as const)('with windows that begin %s, a new account has a minute and a day window', (start, minuteEnd, dayEnd) => {
  const account = createAccount({ ...identity, plan: 'free' }, start);
  expect(account.minute.resetsAtMs(90_000)).toBe(minuteEnd);
  expect(account.day.resetsAtMs(90_000)).toBe(dayEnd);
  expect(account.ban).toBeUndefined();
});

test('a ban begins and ends, at the latest with the calendar', () => {
  const account = createAccount({ ...identity, plan: 'free' }, 'sliding');
  expect(banAccount(account, 1_000, 500)).toBe(1_500);
  expect(account.ban).toEqual({ fromMs: 1_000, untilMs: 1_500 });
  expect(banAccount(account, 1_000, Number.MAX_SAFE_INTEGER)).toBe(Date.UTC(9999, 11, 31, 23, 59, 59, 999));
});

test('an account created from another has its validity, and has used nothing', () => {
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

test('the remaining requests are never negative, even if the limit was lowered', () => {
  const window = new QuotaWindow(60_000, 'first-request');
  window.setUsed(0, 10);
  expect(windowState(window, 5, 0).remaining).toBe(0);
});

const MINUTE = 60_000;
const LIMIT = 60;

test('a first-request window lasts its length from its first request', () => {
  const window = new QuotaWindow(MINUTE, 'first-request');
  window.spend(12_345, LIMIT);
  window.spend(50_000, LIMIT);
  expect(window.used(50_000)).toBe(2);
  expect(window.resetsAtMs(50_000)).toBe(12_345 + MINUTE);
});

test('a calendar window ends with its calendar unit, whenever its first request came', () => {
  const window = new QuotaWindow(MINUTE, 'calendar');
  window.spend(59_999, LIMIT);
  expect(window.resetsAtMs(59_999)).toBe(MINUTE);
  expect(window.used(MINUTE)).toBe(0);
});

test.each(['first-request', 'calendar'] as const)('a %s window ends exactly at its reset', (start) => {
  const window = new QuotaWindow(MINUTE, start);
  window.spend(0, LIMIT);
  expect(window.used(MINUTE - 1)).toBe(1);
  expect(window.used(MINUTE)).toBe(0);
});

test('reading an ended window does not begin the next one', () => {
  const window = new QuotaWindow(MINUTE, 'first-request');
  window.spend(0, LIMIT);
  expect(window.used(MINUTE)).toBe(0);
  window.spend(MINUTE + 5_000, LIMIT);
  expect(window.resetsAtMs(MINUTE + 5_000)).toBe(2 * MINUTE + 5_000);
});

test.each(['first-request', 'calendar'] as const)(
  'a %s window starts empty if the clock is set back before it',
  (start) => {
    const window = new QuotaWindow(MINUTE, start);
    window.spend(10 * MINUTE, LIMIT);
    expect(window.used(5 * MINUTE)).toBe(0);
    expect(window.resetsAtMs(5 * MINUTE)).toBe(6 * MINUTE);
  },
);

test('a refund returns one request, and never more than were used', () => {
  const window = new QuotaWindow(MINUTE, 'first-request');
  window.spend(0, LIMIT);
  window.refund();
  window.refund();
  expect(window.used(0)).toBe(0);
});

test('rejections are counted within one window', () => {
  const window = new QuotaWindow(MINUTE, 'first-request');
  window.spend(0, LIMIT);
  expect(window.countRejected(1_000)).toBe(1);
  expect(window.countRejected(MINUTE - 1)).toBe(2);
  expect(window.countRejected(MINUTE)).toBe(1);
});

test('a rejection uses no quota', () => {
  const window = new QuotaWindow(MINUTE, 'first-request');
  window.countRejected(0);
  expect(window.used(0)).toBe(0);
});

test.each([
  ['first-request', 12_345 + MINUTE],
  ['calendar', MINUTE],
] as const)('setting the used requests of a %s window that has not begun begins it', (start, resetsAtMs) => {
  const window = new QuotaWindow(MINUTE, start);
  window.setUsed(12_345, 60);
  expect(window.used(50_000)).toBe(60);
  expect(window.resetsAtMs(50_000)).toBe(resetsAtMs);
  window.setUsed(50_000, 3);
  expect(window.used(50_000)).toBe(3);
  expect(window.resetsAtMs(50_000)).toBe(resetsAtMs);
});

test('setting the used requests ignores those of an ended window', () => {
  const window = new QuotaWindow(MINUTE, 'first-request');
  window.spend(0, LIMIT);
  window.setUsed(MINUTE, 5);
  expect(window.used(MINUTE)).toBe(5);
  expect(window.resetsAtMs(MINUTE)).toBe(2 * MINUTE);
});

test('setting the used requests keeps the rejection count', () => {
  const window = new QuotaWindow(MINUTE, 'first-request');
  window.countRejected(0);
  window.setUsed(1_000, 5);
  expect(window.countRejected(1_000)).toBe(2);
});

test('quota returns one request at a time, each a window’s length after its use', () => {
  const window = new QuotaWindow(MINUTE, 'sliding');
  window.spend(0, LIMIT);
  window.spend(20_000, LIMIT);
  expect(window.used(MINUTE - 1)).toBe(2);
  expect(window.used(MINUTE)).toBe(1);
  expect(window.used(MINUTE + 20_000)).toBe(0);
});

test('it resets when its oldest request leaves the window', () => {
  const window = new QuotaWindow(MINUTE, 'sliding');
  window.spend(0, LIMIT);
  window.spend(20_000, LIMIT);
  expect(window.resetsAtMs(30_000)).toBe(MINUTE);
  expect(window.resetsAtMs(MINUTE)).toBe(MINUTE + 20_000);
});

test('it starts empty if the clock is set back before its last request', () => {
  const window = new QuotaWindow(MINUTE, 'sliding');
  window.spend(10 * MINUTE, LIMIT);
  expect(window.used(9 * MINUTE)).toBe(0);
  window.spend(9 * MINUTE, LIMIT);
  expect(window.used(9 * MINUTE)).toBe(1);
});

test('a refund removes the last request', () => {
  const window = new QuotaWindow(MINUTE, 'sliding');
  window.spend(0, LIMIT);
  window.spend(20_000, LIMIT);
  window.refund();
  expect(window.used(20_000)).toBe(1);
  expect(window.resetsAtMs(20_000)).toBe(MINUTE);
});

test('a refund without requests does nothing', () => {
  const window = new QuotaWindow(MINUTE, 'sliding');
  window.refund();
  expect(window.used(0)).toBe(0);
});

test('beyond the limit, new requests replace the oldest', () => {
  const window = new QuotaWindow(MINUTE, 'sliding');
  for (const nowMs of [0, 1_000, 2_000, 3_000]) window.spend(nowMs, 3);
  expect(window.used(3_000)).toBe(3);
  expect(window.resetsAtMs(3_000)).toBe(MINUTE + 1_000);
});

test('the count stays exact when old requests are dropped in bulk', () => {
  const window = new QuotaWindow(MINUTE, 'sliding');
  for (let nowMs = 0; nowMs < 3_000; nowMs++) window.spend(nowMs, 100_000);
  for (let nowMs = MINUTE; nowMs < MINUTE + 3_000; nowMs++) {
    expect(window.used(nowMs)).toBe(3_000 - (nowMs - MINUTE) - 1);
  }
});

test('rejections are counted within a window’s length from the first one', () => {
  const window = new QuotaWindow(MINUTE, 'sliding');
  expect(window.countRejected(0)).toBe(1);
  expect(window.countRejected(MINUTE - 1)).toBe(2);
  expect(window.countRejected(MINUTE)).toBe(1);
});

test('rejections at the same moment add up', () => {
  const window = new QuotaWindow(MINUTE, 'sliding');
  expect([window.countRejected(0), window.countRejected(0), window.countRejected(0)]).toEqual([1, 2, 3]);
});

test('rejections are dropped if the clock is set back before them', () => {
  const window = new QuotaWindow(MINUTE, 'sliding');
  window.countRejected(10 * MINUTE);
  expect(window.countRejected(9 * MINUTE)).toBe(1);
});

test('setting the used requests uses the current moment', () => {
  const window = new QuotaWindow(MINUTE, 'sliding');
  window.setUsed(5_000, 60);
  expect(window.used(MINUTE)).toBe(60);
  expect(window.resetsAtMs(MINUTE)).toBe(5_000 + MINUTE);
  expect(window.used(5_000 + MINUTE)).toBe(0);
});

test('lowering the used requests keeps the oldest', () => {
  const window = new QuotaWindow(MINUTE, 'sliding');
  for (const nowMs of [0, 10_000, 20_000]) window.spend(nowMs, LIMIT);
  window.setUsed(30_000, 2);
  expect([MINUTE - 1, MINUTE, MINUTE + 10_000].map((nowMs) => window.used(nowMs))).toEqual([2, 1, 0]);
  window.setUsed(MINUTE + 20_000, 4);
  expect(window.used(MINUTE + 20_000)).toBe(4);
});

test('setting the used requests ignores those that left the window', () => {
  const window = new QuotaWindow(MINUTE, 'sliding');
  window.spend(0, LIMIT);
  window.spend(50_000, LIMIT);
  window.setUsed(MINUTE, 2);
  expect(window.resetsAtMs(MINUTE)).toBe(50_000 + MINUTE);
  window.setUsed(MINUTE, 0);
  expect(window.used(MINUTE)).toBe(0);
});

test('a sliding window counts requests of one moment, however many, and continues from its state', () => {
  const most = Number.MAX_SAFE_INTEGER;
  const window = new QuotaWindow(MINUTE, 'sliding');
  window.spend(1_000, most);
  window.spend(1_000, most);
  window.setUsed(2_000, 1_000_000_000);
  expect(window.used(2_000)).toBe(1_000_000_000);
  const state = window.state();
  const moments = [
    { atMs: 1_000, count: 2 },
    { atMs: 2_000, count: 999_999_998 },
  ];
  expect(state).toEqual({ moments });
  for (const each of [window, new QuotaWindow(MINUTE, 'sliding', { moments })]) {
    each.spend(3_000, 1_000_000_000);
    expect(each.used(3_000)).toBe(1_000_000_000);
    each.refund();
    expect(each.used(3_000)).toBe(999_999_999);
    // One of the first moment made room.
    expect(each.used(1_000 + MINUTE)).toBe(999_999_998);
    each.setUsed(3_000, 2);
    expect(each.used(3_000)).toBe(2);
    expect(each.used(1_000 + MINUTE)).toBe(1);
    each.setUsed(3_000, 0);
    expect(each.used(3_000)).toBe(0);
  }
});
