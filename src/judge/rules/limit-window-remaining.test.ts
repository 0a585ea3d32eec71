import { expect, it } from 'vitest';
import { judgedBy } from '../../../tests/judged.js';
import { type ExchangeInit, START_MS } from '../../../tests/recorded.js';
import { limitWindowRules } from './limit-window-rules.js';

const judged = (...told: ExchangeInit[]) => judgedBy(limitWindowRules, 'limits/remaining-falls', told);
const left = (remaining: number, more: ExchangeInit = {}): ExchangeInit => ({
  ...more,
  headers: { 'X-RateLimit-Remaining': String(remaining), ...more.headers },
});
const row = (...remaining: number[]) => remaining.map((each) => left(each));

it('accepts a Remaining that falls by the requests of others, too', () => {
  expect(judged(...row(59, 58, 57, 56, 55)).outcome).toBe('pass');
  expect(judged(...row(40, 37, 36, 30, 12)).outcome).toBe('pass');
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

it('does not judge five requests that are far apart', () => {
  expect(judged(...row(59, 59, 59, 59, 59).map((one, index) => ({ ...one, atMs: index * 20_000 }))).findings).toEqual(
    [],
  );
});
