import { expect, test } from 'vitest';
import { sideOf } from '../../../tests/profile-for-tests.js';
import { recorded } from '../../../tests/recorded.js';
import { compareProfiles } from '../../fidelity/compare/compare-profiles.js';
import type { Side } from '../../fidelity/compare/comparison.js';
import { comparisonReport } from './compare-report.js';
import type { GatheredSide } from './compare-side.js';

const fresh = (side: Side): GatheredSide => ({ ...side, isFresh: true, leftBehind: undefined });
const reportOf = (left: GatheredSide, right: GatheredSide) =>
  comparisonReport(compareProfiles(left, right), [left, right]);

const usual = fresh(sideOf('staging', { rules: { 'errors/shape': 'pass' } }));

test('states the result in a short line, and beside it what was not compared', () => {
  const { conclusion, facts } = reportOf(usual, usual);
  expect(conclusion).toMatch(/^Incomplete\. No difference in 0 of \d+ questions and 1 rule$/);
  const named = Object.fromEntries(facts);
  expect(named.Missing).toMatch(/^order-of-checks, unauthenticated-quota, refused-requests-count and \d+ more$/);
  expect(named['Not asked']).toMatch(/^window-start, .* and \d+ more$/);
});

test('names the time of an observation, since a report is read later', () => {
  expect(Object.fromEntries(reportOf(usual, usual).facts).Left).toMatch(/^observed 2026-11-21 12:00 UTC · /);
});

test('shows the exchange of a violation once', () => {
  const [exchange] = recorded({ status: 404 }).exchanges;
  if (exchange === undefined) throw new Error('Nothing was recorded.');
  const violation = {
    problem: 'code is missing',
    expected: 'an Error',
    received: '{}',
    pointer: null,
    exchange: '#1 GET /v1/inventory → 404',
    place: 'listInventory/404',
    number: 1,
  };
  const right = {
    ...fresh(sideOf('api', { rules: { 'errors/shape': 'violation' } })),
    violations: new Map([['errors/shape', [violation]]]),
    exchanges: new Map([[1, exchange]]),
  };
  const cases = reportOf(usual, right).groups.flatMap((group) => group.cases);
  const [difference] = cases.find(({ id }) => id === 'rule/errors/shape')?.differences ?? [];
  expect(difference?.right.slice(0, 4)).toEqual(['violated', 'code is missing', 'expected: an Error', 'received: {}']);
  expect(difference?.right.filter((line) => line === violation.exchange)).toHaveLength(1);
});
