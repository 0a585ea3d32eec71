import { expect, it } from 'vitest';
import { judgedBy } from '../../../../tests/judged.js';
import { type ExchangeInit, noKey, START_MS, wrongKey } from '../../../../tests/recorded.js';
import { rules } from '../index.js';
import { limitHeaderRules } from './headers.js';

const judged =
  (id: string) =>
  (...told: ExchangeInit[]) =>
    judgedBy(limitHeaderRules, id, told);
const present = judged('limits/headers-present');
const formed = judged('limits/well-formed');
const once = judged('limits/headers-once');
const within = judged('limits/remaining-within-limit');
const plausible = judged('limits/reset-plausible');

const limit = (text: string | undefined): ExchangeInit => ({ headers: { 'X-RateLimit-Limit': text } });
const remaining = (text: string): ExchangeInit => ({ headers: { 'X-RateLimit-Remaining': text } });
const reset = (text: string): ExchangeInit => ({ headers: { 'X-RateLimit-Reset': text } });
const resetIn = (seconds: number): ExchangeInit => reset(String(START_MS / 1000 + seconds));
const none = { 'X-RateLimit-Limit': undefined, 'X-RateLimit-Remaining': undefined, 'X-RateLimit-Reset': undefined };

it.each([200, 400, 401, 404, 429])('finds a missing or empty header on %i', (status) => {
  expect(present({ status }).outcome).toBe('pass');
  expect(present({ ...limit(undefined), status }).outcome).toBe('violation');
  expect(present({ ...remaining(' '), status }).outcome).toBe('violation');
});

it('names every header that is missing', () => {
  const [finding] = present({ headers: none }).findings;
  expect(finding?.problem).toBe(
    'a 200 response has no X-RateLimit-Limit, no X-RateLimit-Remaining, no X-RateLimit-Reset',
  );
});

it.each<[string, ExchangeInit]>([
  ['a message that was sent to another API', { method: 'POST', path: '/messages', status: 404 }],
  ['an undocumented path', { path: '/nothing' }],
  ['a response from a cache', { headers: { ...none, Age: '1' } }],
  ['a gateway that breaks', { status: 502 }],
  ['a redirect', { status: 301 }],
  ['no response', { status: null }],
])('requires no headers of %s', (_what, told) => {
  expect(present({ ...told, headers: { ...none, ...told.headers } }).findings).toEqual([]);
});

it('requires headers of a message only at the base URL, and only if some message has them', () => {
  const message = { method: 'POST', path: '/messages' };
  expect(present({ ...message, headers: none }).findings).toEqual([]);
  expect(present(message, { ...message, headers: none }).outcome).toBe('violation');
  expect(present({ ...message, ...limit('') }).outcome).toBe('violation');
  const told = [message, { ...message, headers: none }];
  expect(judgedBy(limitHeaderRules, 'limits/headers-present', told, { messagesUrl: undefined }).findings).toEqual([]);
});

it.each<[ExchangeInit, string]>([
  [{ secondHeaders: { 'X-RateLimit-Limit': '60' } }, 'X-RateLimit-Limit: "60" and X-RateLimit-Limit: "60"'],
  [{ secondHeaders: { 'x-ratelimit-limit': '1000' } }, 'X-RateLimit-Limit: "60" and X-RateLimit-Limit: "1000"'],
  [remaining('59, 41'), 'X-RateLimit-Remaining: "59" and X-RateLimit-Remaining: "41"'],
  [reset('1\n1'), 'X-RateLimit-Reset: "1" and X-RateLimit-Reset: "1"'],
])('finds a header that is sent more than once in %j, and judges no form of it', (told, received) => {
  expect(once(told).findings).toMatchObject([{ received }]);
  expect(formed(told).findings).toEqual([]);
});

it('passes headers that are sent once, and does not judge missing ones', () => {
  expect(once({}).outcome).toBe('pass');
  expect(once({ headers: none }).outcome).toBe('inconclusive');
});

it('still reads a header that is sent twice with one value', () => {
  const twice = { secondHeaders: { 'X-RateLimit-Limit': '60' } };
  expect(judgedBy(limitHeaderRules, 'limits/plan', [twice], { plan: 'pro' }).outcome).toBe('violation');
});

it('accepts header names in any case', () => {
  expect(
    present({ headers: { ...none, 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '9' } })
      .outcome,
  ).toBe('pass');
});

it.each(['60.0', '-1', '+60', 'sixty', '60;w=60', '0x3c', '6e1'])('finds that %s is not a count', (text) => {
  expect(formed(limit(text)).findings).toMatchObject([{ received: `X-RateLimit-Limit: "${text}"` }]);
  expect(formed(remaining(text)).outcome).toBe('violation');
});

it.each(['60', '0', '1795262400000', '2026-11-21T12:01:00Z', 'Sat, 21 Nov 2026 12:01:00 GMT', '1795262400.5', '-1'])(
  'finds that %s is not a Unix timestamp in seconds',
  (text) => {
    expect(formed(reset(text)).outcome).toBe('violation');
  },
);

it('passes well-formed headers, and does not judge missing ones', () => {
  expect(formed({}, remaining('0'), { status: 401, credential: noKey }).outcome).toBe('pass');
  expect(formed({ headers: none }).outcome).toBe('inconclusive');
});

it('finds more Remaining than Limit, whatever Reset is', () => {
  expect(within(remaining('60')).outcome).toBe('pass');
  expect(within({ headers: { 'X-RateLimit-Remaining': '61', 'X-RateLimit-Reset': 'soon' } }).outcome).toBe('violation');
});

it.each([0, -9, 60, 86_400, 90_000, 90_009])('accepts a Reset that is %i seconds ahead', (seconds) => {
  expect(plausible(resetIn(seconds)).outcome).toBe('pass');
});

it.each([-7_200, -600, -30, 90, 7_200])(
  'suspects the clock of the sender, too, if Reset is %i s ahead and there is no Date',
  (seconds) => {
    const told: ExchangeInit = { headers: { ...resetIn(seconds).headers, Date: undefined } };
    const judgedOf = (one: ExchangeInit) =>
      judgedBy(limitHeaderRules, 'limits/reset-plausible', [one], { plan: 'free' });
    expect(judgedOf(told)).toMatchObject({
      outcome: 'inconclusive',
      reason: expect.stringContaining('this clock may be wrong'),
    });
    expect(judgedOf(resetIn(seconds)).outcome).toBe('violation');
    const years: ExchangeInit = { headers: { ...resetIn(-1e8).headers, Date: undefined } };
    expect(judgedOf(years).outcome).toBe('violation');
  },
);

it('finds a Reset that lies more than a minute ahead if Limit is the one of the plan for a minute', () => {
  const withPlan = (told: ExchangeInit, plan: 'free' | 'pro') =>
    judgedBy(limitHeaderRules, 'limits/reset-plausible', [told], { plan }).outcome;
  expect([60, 70, 71].map((seconds) => withPlan(resetIn(seconds), 'free'))).toEqual(['pass', 'pass', 'violation']);
  expect(withPlan(resetIn(3_600), 'pro')).toBe('pass');
  expect(withPlan({ ...resetIn(3_600), status: 401 }, 'free')).toBe('pass');
  // Where the key is checked last, a stranger's request gets 400.
  const malformed = { ...resetIn(3_600), status: 400 };
  expect(withPlan(malformed, 'free')).toBe('violation');
  expect(withPlan({ ...malformed, credential: wrongKey }, 'free')).toBe('pass');
});

it.each([-11, -3_600, 90_011, 172_800])('finds a Reset that is %i seconds ahead', (seconds) => {
  expect(plausible(resetIn(seconds)).outcome).toBe('violation');
});

it('compares Reset with both clocks, since either may be wrong', () => {
  const at = (dateSeconds: number, resetSeconds: number): ExchangeInit => ({
    headers: {
      Date: new Date(START_MS + dateSeconds * 1000).toUTCString(),
      'X-RateLimit-Reset': String(START_MS / 1000 + resetSeconds),
    },
  });
  expect(plausible(at(3_600, 3_660)).outcome).toBe('pass');
  expect(plausible(at(3_600, 60)).outcome).toBe('pass');
  expect(plausible(at(-93_600, 60)).outcome).toBe('pass');
  expect(plausible(at(3_600, -60)).outcome).toBe('violation');
});

it.each<[Record<string, string | undefined>, string]>([
  [{ 'X-RateLimit-Limit': '60 per minute' }, 'X-RateLimit-Limit: "60 per minute" cannot be read'],
  [{ 'X-RateLimit-Remaining': undefined }, 'the responses have no X-RateLimit-Remaining'],
  [{ 'X-RateLimit-Reset': '30' }, 'X-RateLimit-Reset: "30" cannot be read'],
])('says which header kept rules about limits from being judged: %j', (headers, reason) => {
  for (const id of ['limits/remaining-falls', 'limits/reset-honest', 'limits/enforced', 'limits/plan']) {
    const told = [{ headers }, { headers }];
    expect(judgedBy(rules, id, told, { level: 'exhaust' })).toMatchObject({ outcome: 'inconclusive', reason });
  }
});
