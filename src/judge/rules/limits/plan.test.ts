import { expect, it } from 'vitest';
import { judgedBy } from '../../../../tests/judged.js';
import { type ExchangeInit, noKey, START_MS } from '../../../../tests/recorded.js';
import type { JudgeSettings } from '../../rule.js';
import { limitHeaderRules } from './headers.js';

const judged = (changed: Partial<JudgeSettings>, ...told: ExchangeInit[]) =>
  judgedBy(limitHeaderRules, 'limits/plan', told, changed);
/** The limits of a day reset at midnight. */
const limits = (...each: number[]): ExchangeInit[] =>
  each.map((limit) => {
    const reset = limit < 1_000 ? {} : { 'X-RateLimit-Reset': String(START_MS / 1000 + 43_200) };
    return { headers: { 'X-RateLimit-Limit': String(limit), 'X-RateLimit-Remaining': '1', ...reset } };
  });
/** Responses in one window, with the usual Reset and a Remaining that falls by one. */
const inOneWindow = (...each: number[]): ExchangeInit[] =>
  each.map((limit, index) => ({
    headers: { 'X-RateLimit-Limit': String(limit), 'X-RateLimit-Remaining': String(40 - index), ...oddReset },
  }));
const oddReset = { 'X-RateLimit-Reset': String(START_MS / 1000 + 57) };

it('compares Limit with the plan', () => {
  expect(judged({ plan: 'free' }, ...limits(60, 1_000)).outcome).toBe('pass');
  expect(judged({ plan: 'pro' }, ...limits(60, 300)).findings).toMatchObject([
    { exchange: 1, received: 'X-RateLimit-Limit: 60' },
  ]);
});

it('is inconclusive about a negotiated limit', () => {
  expect(judged({ plan: 'enterprise' }, ...limits(7)).outcome).toBe('inconclusive');
});

it('does not compare limits returned to a rejected key', () => {
  const [shown] = limits(60);
  expect(judged({ plan: 'pro' }, { ...shown, status: 401 }, { ...shown, credential: noKey }).findings).toEqual([]);
});

it('finds a third limit of one key', () => {
  expect(judged({}, ...limits(60, 1_000, 60)).outcome).toBe('pass');
  expect(judged({}, ...limits(60, 1_000, 300)).findings).toMatchObject([{ exchange: 3, related: [1, 2] }]);
});

it('two keys may have different plans', () => {
  const other = { kind: 'bearer', name: 'key#9', standing: 'unknown' } as const;
  const told = [...limits(60, 1_000), ...limits(300, 10_000).map((one) => ({ ...one, credential: other }))];
  expect(judged({}, ...told).outcome).toBe('pass');
  expect(judged({ plan: 'free' }, ...told).outcome).toBe('inconclusive');
});

it('the plan may change once in a recording', () => {
  expect(judged({ level: undefined }, ...limits(60, 1_000, 300, 10_000)).outcome).toBe('pass');
  expect(judged({ level: undefined }, ...limits(60, 1_000, 300, 10_000, 61)).outcome).toBe('violation');
});

it('finds two limits with one Reset and one falling Remaining, whoever else uses the key', () => {
  for (const each of [
    [60, 100, 60],
    [1_000, 60],
  ]) {
    expect(judged({ isExclusive: false }, ...inOneWindow(...each)).findings).toMatchObject([
      { exchange: 2, related: [1], problem: 'one window has two limits' },
    ]);
  }
});

it('accepts that minute and day end at the same time at midnight', () => {
  const atNoon = inOneWindow(60, 1_000, 60).map(({ headers }) => ({
    headers: { ...headers, 'X-RateLimit-Reset': String(START_MS / 1000) },
    atMs: -30_000,
  }));
  expect(judged({}, ...atNoon.map((one, index) => ({ ...one, atMs: one.atMs + index * 100 }))).findings).toEqual([]);
});

it('finds another limit in a 429', () => {
  const [one, limited] = inOneWindow(60, 100);
  const rejected = { ...limited, status: 429, headers: { ...limited?.headers, 'Retry-After': '57' } };
  expect(judged({}, { ...one }, rejected).findings).toMatchObject([{ exchange: 2 }]);
  expect(judged({ plan: 'free' }, { ...one }, rejected).findings).toMatchObject([{ exchange: 2 }]);
});

it('finds another limit in the minute after the one that was spent', () => {
  const at = (seconds: number, limit: number, remaining: number, reset: number): ExchangeInit => ({
    atMs: seconds * 1_000,
    headers: {
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': String(remaining),
      'X-RateLimit-Reset': String(START_MS / 1000 + reset),
    },
  });
  const minute = [at(0, 3, 2, 60), at(1, 3, 1, 60), at(2, 3, 0, 60)];
  const found = { exchange: 4, related: [3], problem: 'the next minute has another limit' };
  expect(judged({}, ...minute, at(62, 2, 1, 122)).findings).toMatchObject([found]);
  expect(judged({ isExclusive: false }, ...minute, at(62, 2, 1, 122)).findings).toEqual([]);
  // A day counts what was sent before, too, and lasts longer.
  expect(judged({}, ...minute, at(62, 900, 896, 122)).findings).toEqual([]);
  expect(judged({}, ...minute, at(62, 900, 899, 43_200)).findings).toEqual([]);
});
