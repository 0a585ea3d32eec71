import { expect, it } from 'vitest';
import { judgedBy } from '../../../../tests/judged.js';
import { type ExchangeInit, START_MS } from '../../../../tests/recorded.js';
import type { JudgeSettings } from '../../rule.js';
import { limitWindowRules } from './windows.js';

const judged =
  (id: string) =>
  (told: ExchangeInit[], changed: Partial<JudgeSettings> = {}) =>
    judgedBy(limitWindowRules, id, told, changed);
const steady = judged('limits/reset-steady');
const honest = judged('limits/reset-honest');

/** A response that many seconds after the start. */
const at = (seconds: number, remaining: number, reset: number, more: ExchangeInit = {}): ExchangeInit => ({
  ...more,
  atMs: seconds * 1_000,
  headers: {
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(START_MS / 1000 + reset),
    ...more.headers,
  },
});

it('accepts a constant Reset, with clock differences of seconds', () => {
  expect(steady([at(0, 59, 60), at(4, 58, 60)]).outcome).toBe('pass');
  expect(steady([at(0, 59, 60), at(15, 58, 62)]).outcome).toBe('pass');
});

it('concludes nothing from responses in immediate succession', () => {
  expect(steady([at(0, 59, 60), at(1, 58, 60)]).exchanges).toEqual([]);
});

it('does not distinguish a moving Reset from the reset of a sliding window', () => {
  expect(steady([at(0, 59, 60), at(3, 58, 63), at(14, 57, 74)]).outcome).toBe('inconclusive');
});

it('finds that the limit was reset long before the announced Reset', () => {
  const told = [at(0, 59, 60), at(14, 58, 74), at(15, 57, 75), at(16, 56, 76), at(60, 59, 120)];
  expect(steady(told).findings).toMatchObject([{ exchange: 5, related: [4] }]);
  expect(steady(told, { isExclusive: false }).outcome).toBe('violation');
});

it('accepts that a sliding window frees old requests before Reset', () => {
  expect(steady([at(0, 59, 60), at(1, 58, 61), at(40, 57, 100), at(62, 58, 122)]).findings).toEqual([]);
});

it('finds that requests which are rejected move Reset on', () => {
  const before = [at(0, 2, 60), at(14, 1, 60), at(15, 0, 60)];
  const rejected = (reset: number) => at(16, 0, reset, { status: 429, headers: { 'Retry-After': '60' } });
  const found = { exchange: 4, related: [3], problem: 'a request that was rejected moved Reset on' };
  expect(steady([...before, rejected(76)]).findings).toMatchObject([found]);
  expect(steady([...before, rejected(61)]).findings).toEqual([]);
  // Requests were left: another window is spent.
  expect(steady([at(0, 9, 60), at(14, 8, 60), rejected(76)]).findings).toEqual([]);
  // Nothing shows that the window does not slide.
  expect(steady([at(13, 2, 60), at(14, 1, 60), at(15, 0, 60), rejected(76)]).findings).toEqual([]);
});

it('accepts requests so far apart that each begins a window', () => {
  expect(steady([0, 61, 140, 300].map((seconds) => at(seconds, 59, seconds + 60))).findings).toEqual([]);
});

it('accepts a full quota after Reset', () => {
  expect(honest([at(0, 1, 60), at(1, 0, 60), at(61, 59, 121)]).outcome).toBe('pass');
  expect(honest([at(0, 59, 60), at(70, 59, 130)]).outcome).toBe('pass');
});

it('finds that Reset passed and nothing remains', () => {
  const told = [at(0, 1, 60), at(1, 0, 60), at(75, 0, 135)];
  expect(honest(told).findings).toMatchObject([{ exchange: 3, related: [2] }]);
  expect(honest(told, { isExclusive: false }).outcome).toBe('inconclusive');
});

it('allows some seconds after Reset', () => {
  expect(honest([at(0, 1, 60), at(1, 0, 60), at(66, 0, 60)]).outcome).toBe('inconclusive');
});

it('does not wait for clocks where a new Reset is announced', () => {
  expect(honest([at(0, 1, 60), at(61, 1, 121)]).findings).toMatchObject([{ exchange: 2, related: [1] }]);
  expect(honest([at(0, 1, 60), at(61, 1, 121)], { isExclusive: false }).outcome).toBe('inconclusive');
  expect(honest([at(0, 1, 60), at(61, 0, 66)]).outcome).toBe('inconclusive');
});

it('accepts a sliding window that holds requests from before the recording', () => {
  expect(honest([at(0, 10, 20), at(21, 10, 35)]).findings).toEqual([]);
  expect(honest([at(0, 10, 20), at(35, 10, 50)]).findings).toEqual([]);
});

it('finds that a long window counts more than was sent', () => {
  const long = { headers: { 'X-RateLimit-Limit': '100000' } };
  const told = [at(0, 500, 100, long), at(120, 499, 86_000, long)];
  expect(honest(told).outcome).toBe('violation');
});

it('accepts that a sliding window frees only one request', () => {
  const long = { headers: { 'X-RateLimit-Limit': '100000' } };
  expect(honest([at(0, 500, 100, long), at(120, 500, 130, long)]).findings).toEqual([]);
});

it('does not compare a minute with a day, although their limits may be equal', () => {
  const equal = { headers: { 'X-RateLimit-Limit': '1000' } };
  expect(honest([at(0, 990, 60, equal), at(75, 989, 86_400, equal)]).exchanges).toEqual([]);
});
