import { expect, it } from 'vitest';
import { judgedBy } from '../../../../tests/judged.js';
import { type ExchangeInit, goodKey, noKey, START_MS } from '../../../../tests/recorded.js';
import { list, patch } from '../../../../tests/stock-exchanges.js';
import { rules } from '../index.js';

const judged =
  (id: string) =>
  (told: ExchangeInit[], isExclusive = true) =>
    judgedBy(rules, id, told, { isExclusive });
const retryAfter = judged('limits/429-retry-after');
const recovers = judged('limits/recovers');
const nothing = judged('limits/refused-changes-nothing');

const limited = (seconds: number, wait: string | undefined, more: Record<string, string> = {}): ExchangeInit => ({
  status: 429,
  atMs: seconds * 1_000,
  headers: { 'X-RateLimit-Remaining': '0', 'Retry-After': wait, ...more },
});
const date = (seconds: number) => new Date(START_MS + seconds * 1_000).toUTCString();

it.each([
  '30',
  '0',
  date(30),
  date(-5),
  date(-30),
  'Thu, 01 Jan 1970 00:00:00 GMT',
  '40000',
  'Saturday, 21-Nov-26 12:01:00 GMT',
])('accepts Retry-After: %s', (text) => {
  expect(retryAfter([limited(0, text)]).outcome).toBe('pass');
});

it.each([undefined, '', 'soon', '1.5', '-1', '30s', '2026-11-21T12:01:00Z', '30, 30'])(
  'finds Retry-After: %s',
  (text) => {
    expect(retryAfter([limited(0, text)]).outcome).toBe('violation');
  },
);

it.each(['1795262460', '1795262460000', '60000'])(
  'finds Retry-After that indicates no time to wait for: %s',
  (text) => {
    expect(retryAfter([limited(0, text)]).outcome).toBe('violation');
    expect(retryAfter([limited(0, text)], false).outcome).toBe('violation');
  },
);

it.each(['0', date(-30), date(0), date(1), 'Thu, 01 Jan 1970 00:00:00 GMT'])(
  'judges Retry-After: %s by what the next request gets',
  (text) => {
    expect(recovers([limited(0, text)]).exchanges).toEqual([]);
    expect(recovers([limited(0, text), { atMs: 2_000 }]).outcome).toBe('pass');
    const again = [limited(0, text), limited(2, text)];
    expect(recovers(again).findings).toMatchObject([{ exchange: 2, related: [1] }]);
    expect(recovers(again, false).outcome).toBe('inconclusive');
    // The window ends, and seconds are whole.
    expect(recovers([limited(58, text), limited(58.5, text)]).findings).toEqual([]);
  },
);

it('does not take a request that was under way already for a retry', () => {
  expect(recovers([limited(0, '0'), limited(0.005, '0')]).exchanges).toEqual([]);
});

it('waits for a date that lies ahead by the clock of the client, if it has passed by Date', () => {
  const ahead = limited(0, date(30), { Date: date(7_200) });
  expect(recovers([ahead, limited(20, date(30))]).exchanges).toEqual([]);
  expect(recovers([ahead, limited(31, date(60))]).outcome).toBe('violation');
});

it('finds that a short wait does not help while Reset is far', () => {
  expect(recovers([limited(0, '1'), limited(2, '1')]).findings).toMatchObject([{ exchange: 2, related: [1] }]);
  expect(recovers([limited(0, '1'), limited(2, '1')], false).outcome).toBe('inconclusive');
  expect(recovers([limited(53, '1'), limited(55, '1')]).outcome).toBe('inconclusive');
});

it('finds an operation that is still limited although another one is served again', () => {
  const orders = { path: '/store/orders' };
  const told = [
    { ...limited(0, '20'), ...orders },
    limited(0.1, '20'),
    { atMs: 21_000 },
    { ...limited(22, '20'), ...orders },
  ];
  expect(recovers(told).findings).toMatchObject([{ exchange: 4, related: [1] }]);
});

it('does not judge a client whose other requests used what was available again', () => {
  const orders = { path: '/store/orders' };
  const last = { atMs: 21_000, headers: { 'X-RateLimit-Remaining': '0' } };
  expect(recovers([{ ...limited(0, '20'), ...orders }, last, { ...limited(22, '40'), ...orders }]).findings).toEqual(
    [],
  );
});

it('judges Retry-After of every operation, but only with 429', () => {
  expect(retryAfter([{ ...limited(0, undefined), method: 'POST', path: '/messages' }]).outcome).toBe('violation');
  expect(retryAfter([{ ...limited(0, undefined), credential: noKey }]).outcome).toBe('violation');
  expect(retryAfter([{}, { status: 404 }, { ...limited(0, undefined), path: '/nothing' }]).findings).toEqual([]);
});

it.each(['30', date(30)])('accepts a client that is served again after %s', (text) => {
  expect(recovers([limited(0, text), { atMs: 30_100 }]).outcome).toBe('pass');
});

it.each(['30', date(30)])('finds a client that is limited again after %s', (text) => {
  const told = [limited(0, text), limited(30.1, '30')];
  expect(recovers(told).findings).toMatchObject([{ exchange: 2, related: [1] }]);
  expect(recovers(told, false).outcome).toBe('inconclusive');
});

it('finds that the minute is still exhausted although the new wait is longer', () => {
  expect(recovers([limited(0, '40'), limited(40.1, '60')]).outcome).toBe('violation');
});

it('accepts that the other window is exhausted next', () => {
  expect(recovers([limited(0, '40'), limited(40.1, '30000')]).outcome).toBe('inconclusive');
  expect(recovers([limited(0, '40'), limited(40.1, '60', { 'X-RateLimit-Limit': '1000' })]).outcome).toBe(
    'inconclusive',
  );
});

it('tolerates clock differences of seconds', () => {
  const reset = { 'X-RateLimit-Reset': String(START_MS / 1000 + 44) };
  expect(recovers([limited(0, '40', reset), limited(40.1, '4', reset)]).outcome).toBe('inconclusive');
});

it('finds a client that is limited again two seconds after the wait, which no clock explains', () => {
  const reset = { 'X-RateLimit-Reset': String(START_MS / 1000 + 44) };
  const after = (wait: string) => [limited(0, wait, reset), limited(42.1, '4', reset)];
  expect(recovers(after('40')).outcome).toBe('violation');
  expect(recovers(after('40'), false).outcome).toBe('inconclusive');
  expect(recovers(after(date(40))).outcome).toBe('inconclusive');
  const always = (wait: string) => [limited(39, wait, reset), limited(43.1, wait, reset)];
  for (const wait of ['0', '1']) expect(recovers(always(wait)).outcome).toBe('inconclusive');
});

it('does not judge a client that came too early, or got no Retry-After', () => {
  expect(recovers([limited(0, '40'), limited(20, '20')]).exchanges).toEqual([]);
  expect(recovers([limited(0, undefined), limited(90, '0')]).exchanges).toEqual([]);
});

it('judges each key by its own error responses', () => {
  const other = { ...goodKey, name: 'key#9' };
  expect(recovers([limited(0, '10'), { ...limited(30, '30'), credential: other }]).exchanges).toEqual([]);
});

it('judges recovery even if the rate-limit headers are missing', () => {
  const bare = { status: 429, headers: { 'X-RateLimit-Limit': undefined, 'Retry-After': '30' } };
  expect(
    recovers([
      { ...bare, atMs: 0 },
      { ...bare, atMs: 31_000 },
    ]).outcome,
  ).toBe('violation');
});

it('finds that an update with 429 took effect', () => {
  expect(nothing([list(), patch(3, { status: 429 }), list()]).outcome).toBe('pass');
  expect(nothing([list(), patch(3, { status: 429 }), list({ '7': 3 })]).outcome).toBe('violation');
  expect(nothing([list(), patch(3, { status: 400 }), list({ '7': 3 })]).findings).toEqual([]);
});

it('explains why rejected updates are inconclusive if a run sent none', () => {
  const judgedAt = (level: 'write' | 'exhaust') =>
    judgedBy(rules, 'limits/refused-changes-nothing', [list(), limited(0, '30')], { level });
  expect(judgedAt('exhaust')).toMatchObject({
    outcome: 'inconclusive',
    reason: expect.stringContaining('only with --exclusive'),
  });
  expect(judgedAt('write')).toMatchObject({ outcome: 'skipped', reason: 'needs --level exhaust' });
});
