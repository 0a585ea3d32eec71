import { expect, it } from 'vitest';
import { judgedBy } from '../../../../tests/judged.js';
import { type ExchangeInit, noKey, START_MS } from '../../../../tests/recorded.js';
import { limitWindowRules } from './windows.js';

const judged = (...told: ExchangeInit[]) => judgedBy(limitWindowRules, 'limits/remaining-falls', told);
const shared = (...told: ExchangeInit[]) =>
  judgedBy(limitWindowRules, 'limits/remaining-falls', told, { isExclusive: false });
const left = (remaining: number, more: ExchangeInit = {}): ExchangeInit => ({
  ...more,
  headers: { 'X-RateLimit-Remaining': String(remaining), ...more.headers },
});
const row = (...remaining: number[]) => remaining.map((each) => left(each));

it('accepts a Remaining that falls by the requests of others, too', () => {
  expect(judged(...row(59, 58, 57, 56, 55)).outcome).toBe('pass');
  expect(shared(...row(40, 37, 36, 30, 12)).outcome).toBe('pass');
});

it('finds that a request costs more than one if nobody else uses the key', () => {
  expect(judged(...row(58, 56)).findings).toMatchObject([{ exchange: 2, related: [1] }]);
  expect(judged(...row(59, 57), left(56)).findings).toMatchObject([{ problem: expect.stringContaining('more than') }]);
  expect(shared(...row(58, 56)).findings).toEqual([]);
  expect(judged(left(59), left(58, { credential: noKey, status: 401 }), left(57)).findings).toEqual([]);
});

it('lets a 429 be counted after its own response, once', () => {
  const limited = left(58, { status: 429, headers: { 'Retry-After': '9' } });
  expect(judged(left(59), left(58), limited, left(56)).findings).toEqual([]);
  expect(judged(left(59), left(58), limited, left(55)).findings).toMatchObject([{ exchange: 4, related: [2] }]);
});

it('finds an operation that is not counted, in a window with no other requests', () => {
  const orders = left(59, { path: '/store/orders' });
  expect(shared(left(59), orders, left(58)).findings).toMatchObject([{ exchange: 2, related: [1] }]);
  expect(shared(left(40), left(40, { path: '/store/orders' }), left(39)).findings).toEqual([]);
});

it('finds a response that does not count its own request', () => {
  expect(shared(left(60)).findings).toMatchObject([{ exchange: 1 }]);
  expect(shared(left(60, { status: 404 })).findings).toEqual([]);
});

it('finds a rejected request whose Remaining is of nothing that was seen', () => {
  const notFound = (remaining: number) => left(remaining, { status: 404, path: '/pets/9' });
  expect(shared(left(50), notFound(60)).findings).toMatchObject([{ exchange: 2, related: [1] }]);
  expect(judged(left(50), notFound(0), left(48)).outcome).toBe('violation');
  for (const [shown, next] of [
    [50, 49],
    [49, 49],
    [49, 48],
  ] as const) {
    expect(judged(left(50), notFound(shown), left(next)).findings).toEqual([]);
  }
});

it('finds a 429 with more left than before', () => {
  const limited = (remaining: number) => left(remaining, { status: 429, headers: { 'Retry-After': '60' } });
  expect(judged(left(59), left(58), limited(0)).findings).toMatchObject([{ problem: expect.stringContaining('more') }]);
  expect(shared(left(59), left(58), limited(0)).findings).toEqual([]);
  expect(shared(left(59), left(58), limited(59)).findings).toMatchObject([{ exchange: 3, related: [2] }]);
});

it('judges what came before and after requests that overlap', () => {
  const together = (remaining: number) => left(remaining, { atMs: 1_000 });
  expect(judged(left(59, { atMs: 0 }), together(57), together(58), left(56, { atMs: 2_000 })).findings).toEqual([]);
  expect(judged(left(59, { atMs: 0 }), together(58), together(58), left(57, { atMs: 2_000 })).findings).toMatchObject([
    { exchange: 4, related: [1] },
  ]);
});

it('finds a Remaining that does not fall', () => {
  expect(judged(...row(60, 60, 60, 60, 60)).findings).toMatchObject([{ exchange: 5, related: [1, 2, 3, 4] }]);
});

it('finds a Remaining that some requests do not lower', () => {
  expect(judged(...row(59, 59, 58, 58, 58)).findings).toMatchObject([{ exchange: 5, related: [1, 2, 3, 4] }]);
});

it('finds it too if rejected requests count, and nothing old can have expired', () => {
  const rejected = [58, 57, 56, 55, 54].map((each) => left(each, { status: 404, path: '/pets/9' }));
  expect(judged(left(59), ...rejected, ...row(53, 53, 52, 52, 52)).outcome).toBe('violation');
  expect(judged(left(40), ...row(39, 39, 38, 38, 38)).outcome).toBe('inconclusive');
});

it('is inconclusive if requests before the recording may leave a sliding window', () => {
  expect(judged(...row(42, 42, 42, 42, 42)).outcome).toBe('inconclusive');
  expect(judged(...row(42, 41, 43, 42, 41)).findings).toEqual([]);
});

it('finds a Remaining that rises although the window was not reset', () => {
  expect(judged(...row(59, 58, 59)).findings).toMatchObject([{ exchange: 3, related: [2] }]);
});

it('accepts a rise when a new window begins', () => {
  const late = { atMs: 61_000, headers: { 'X-RateLimit-Reset': String(START_MS / 1000 + 121) } };
  expect(judged(...row(59, 58, 57, 56, 55), left(59, late)).outcome).toBe('pass');
});

it('accepts a window that begins in the middle of five requests', () => {
  const fresh = { headers: { 'X-RateLimit-Reset': String(START_MS / 1000 + 60) } };
  const stale = { headers: { 'X-RateLimit-Reset': String(START_MS / 1000) } };
  expect(judged(left(3, stale), left(2, stale), left(59, fresh), left(58, fresh), left(57, fresh)).findings).toEqual(
    [],
  );
});

it('rejected requests may be free', () => {
  const free = left(58, { status: 404, path: '/pets/9' });
  expect(judged(left(59), left(58), free, free, free, free, free, left(57), left(56), left(55)).outcome).toBe('pass');
});

it('does not judge responses that overlap or are cached', () => {
  expect(judged(...row(59, 58), left(59, { headers: { Age: '2' } }), left(57), left(56), left(55)).outcome).toBe(
    'pass',
  );
  expect(judged(left(58, { atMs: 0 }), left(59, { atMs: 5 }), left(57, { atMs: 50 })).findings).toEqual([]);
});

it('does not judge five requests that may each begin a window', () => {
  const told = row(59, 59, 59, 59, 59).map(({ headers }, index) => {
    const reset = { 'X-RateLimit-Reset': String(START_MS / 1000 + index * 61 + 60) };
    return { atMs: index * 61_000, headers: { ...headers, ...reset } };
  });
  expect(judged(...told).findings).toEqual([]);
});
