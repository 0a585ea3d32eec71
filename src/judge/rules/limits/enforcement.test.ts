import { expect, it } from 'vitest';
import { judgedBy } from '../../../../tests/judged.js';
import { type ExchangeInit, START_MS } from '../../../../tests/recorded.js';
import { limitEnforcementRules } from './enforcement.js';

const judged =
  (id: string) =>
  (told: ExchangeInit[], isExclusive = true) =>
    judgedBy(limitEnforcementRules, id, told, { isExclusive });
const enforced = judged('limits/enforced');
const status = judged('limits/exceeded-is-429');
const early = judged('limits/not-refused-early');

const left = (remaining: number, more: ExchangeInit = {}): ExchangeInit => ({
  ...more,
  headers: { 'X-RateLimit-Remaining': String(remaining), ...more.headers },
});
const limited = (remaining: number, retryAfter: string): ExchangeInit =>
  left(remaining, { status: 429, headers: { 'Retry-After': retryAfter } });

it('accepts an enforced limit', () => {
  expect(enforced([left(1), left(0), limited(0, '60')]).outcome).toBe('pass');
});

it('finds more successes than Limit in one window', () => {
  const two = { 'X-RateLimit-Limit': '2' };
  const told = [1, 0, 0].map((remaining) => left(remaining, { headers: two }));
  expect(enforced(told).findings).toMatchObject([{ exchange: 3, related: [1] }]);
  expect(enforced(told, false).outcome).toBe('inconclusive');
});

it('finds a success after Remaining was 0', () => {
  const told = [left(5, { atMs: 0 }), left(0, { atMs: 13_000 }), left(0, { atMs: 13_100 })];
  expect(enforced(told).findings).toMatchObject([{ exchange: 3, related: [2] }]);
});

it('accepts a success after Remaining was 0 if a sliding window may have room again', () => {
  const moving = (seconds: number) => ({
    atMs: seconds * 1_000,
    headers: { 'X-RateLimit-Reset': String(START_MS / 1000 + seconds + 60) },
  });
  expect(enforced([left(5, moving(0)), left(0, moving(13)), left(0, moving(14))]).findings).toEqual([]);
});

it.each([403, 503, 400])('finds a request over the limit that gets %i', (responded) => {
  expect(status([left(0), { status: responded }]).findings).toMatchObject([{ exchange: 2, related: [1] }]);
  expect(status([left(1), { status: responded }]).findings).toEqual([]);
});

it('accepts 429, and responses with other possible reasons', () => {
  expect(status([left(0), limited(0, '60')]).outcome).toBe('pass');
  expect(status([left(0), { status: 401 }]).outcome).toBe('inconclusive');
  expect(status([left(0), { status: 500 }]).outcome).toBe('inconclusive');
  expect(status([left(0), { method: 'PATCH', path: '/inventory/1', sends: '{}', status: 400 }]).findings).toEqual([]);
});

it('treats 403 as a ban after a 429', () => {
  expect(status([limited(1, '60'), left(0), { status: 403 }]).outcome).toBe('inconclusive');
});

it('accepts any response once the window was reset', () => {
  expect(status([left(0), { status: 403, atMs: 61_000 }]).findings).toEqual([]);
});

it('finds a rejected request while some remain', () => {
  expect(early([left(5), limited(0, '60')]).findings).toMatchObject([{ exchange: 2, related: [1] }]);
  expect(early([left(5), limited(0, '60')], false).outcome).toBe('inconclusive');
});

it('finds a 429 that itself says that requests are left, once', () => {
  expect(early([left(5), limited(5, '60')]).findings).toMatchObject([{ exchange: 2, related: [] }]);
  expect(early([left(5), limited(5, '60')], false).outcome).toBe('inconclusive');
  expect(early([left(0), limited(30, '60')]).findings).toHaveLength(1);
});

/** Before the requests that are sent at once, a response says that one is left, and that Reset stands still. */
const oneLeft = [left(5, { atMs: 0 }), left(1, { atMs: 13_000 })];
const atOnce = (...each: ExchangeInit[]) =>
  [...oneLeft, ...each.map((one) => ({ ...one, atMs: 14_000 }))].map((one) => ({ path: '/store/orders', ...one }));
const rejected = limited(0, '46');

it('accepts that one of four requests at once is served, whichever it is', () => {
  for (const [index] of [0, 1, 2, 3].entries()) {
    const told = atOnce(...[rejected, rejected, rejected, rejected].with(index, left(0)));
    expect([enforced(told).outcome, status(told).outcome, early(told).outcome]).toEqual(['pass', 'pass', 'pass']);
  }
});

it('finds that more of four requests at once are served than were left', () => {
  const told = atOnce(left(0), rejected, left(0), rejected);
  expect(enforced(told).findings).toMatchObject([{ exchange: 5, related: [2] }]);
  expect(enforced(told, false).outcome).toBe('inconclusive');
  expect(enforced(atOnce(left(0), rejected, { status: 404 }, rejected)).outcome).toBe('pass');
});

it('finds that none of four requests at once is served although one was left', () => {
  const told = atOnce(rejected, rejected, rejected, rejected);
  expect(early(told).findings).toMatchObject([{ exchange: 3, related: [2] }]);
  expect(early(told, false).outcome).toBe('inconclusive');
  expect(early(atOnce(rejected, rejected, rejected, { status: null })).outcome).toBe('pass');
});

it('finds another status than 429 among requests at once', () => {
  expect(status(atOnce(left(0), rejected, { status: 503 }, rejected)).findings).toMatchObject([{ exchange: 5 }]);
  expect(status(atOnce(rejected, rejected, { status: 503 }, rejected)).findings).toEqual([]);
});

it('is inconclusive if the other window may be exhausted', () => {
  expect(early([left(5), limited(5, '3000')]).outcome).toBe('inconclusive');
  const other = { status: 429, headers: { 'X-RateLimit-Limit': '1000', 'Retry-After': '60' } };
  expect(early([left(5), left(0, other)]).outcome).toBe('inconclusive');
  expect(early([left(0), limited(0, '60')]).outcome).toBe('pass');
});

it('does not pass if others could explain the excess, even if a request was rejected', () => {
  const two = { 'X-RateLimit-Limit': '2' };
  const told = [1, 0, 0].map((remaining) => left(remaining, { headers: two }));
  const late = [...told, left(0, { status: 429, headers: { ...two, 'Retry-After': '60' } })];
  expect(enforced(late, false).outcome).toBe('inconclusive');
});
