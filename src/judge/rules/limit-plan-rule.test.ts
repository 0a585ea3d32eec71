import { expect, it } from 'vitest';
import { judgedBy } from '../../../tests/judged.js';
import { type ExchangeInit, noKey } from '../../../tests/recorded.js';
import type { JudgeSettings } from '../evidence.js';
import { limitHeaderRules } from './limit-header-rules.js';

const judged = (changed: Partial<JudgeSettings>, ...told: ExchangeInit[]) =>
  judgedBy(limitHeaderRules, 'limits/plan', told, changed);
const limits = (...each: number[]): ExchangeInit[] =>
  each.map((limit) => ({ headers: { 'X-RateLimit-Limit': String(limit), 'X-RateLimit-Remaining': '1' } }));

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
