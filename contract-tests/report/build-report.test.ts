import { expect, test } from 'vitest';
import { recorded } from '../../tests/recorded.js';
import {
  cleanParts,
  finding,
  sampleParts,
  sampleReport,
  sampleTranscript,
  verdict,
} from '../../tests/report-for-tests.js';
import { buildReport, type ReportParts } from './build-report.js';

const title = 'Limit is one of the plan';
const passed = verdict('limits/plan', title, 'limits.free-plan');
const violated = verdict('limits/plan', title, 'limits.free-plan', { findings: [finding(1)] });
const inconclusive = verdict('errors/shape', 'Errors', 'error-body.code', {
  outcome: 'inconclusive',
  reason: 'no error came',
});
const waiver = { rule: 'limits/plan', reason: 'PETS-1', expires: '2027-01-31' };
const expired = { ...waiver, expires: '2026-11-20' };

function exitCode(changes: Partial<ReportParts>): number {
  return buildReport({ ...cleanParts(), ...changes }).summary.exitCode;
}

test.each<[number, string, Partial<ReportParts>]>([
  [0, 'every rule passed', {}],
  [0, 'a rule is inconclusive', { verdicts: [passed, inconclusive] }],
  [0, 'a waiver is not needed', { verdicts: [passed], waivers: [waiver] }],
  [
    0,
    'a violation is waived',
    { verdicts: [passed, { ...violated, rule: { ...violated.rule, id: 'a' } }], waivers: [{ ...waiver, rule: 'a' }] },
  ],
  [1, 'a rule is violated', { verdicts: [passed, violated] }],
  [1, 'a waiver has expired', { verdicts: [inconclusive, violated], waivers: [expired] }],
  [1, 'nothing may be inconclusive', { verdicts: [passed, inconclusive], failOnInconclusive: true }],
  [1, 'a rule is violated and the run stopped', { verdicts: [violated], transcript: sampleTranscript('limited') }],
  [3, 'the run stopped early', { transcript: sampleTranscript('limited') }],
  [3, 'the stock was not restored', { leftBehind: 'pet 1 has quantity 3' }],
  [3, 'nothing could be judged', { verdicts: [inconclusive] }],
  [3, 'nothing was sent', { verdicts: [], transcript: recorded(), budget: undefined }],
])('exits with %i when %s', (expected, _, changes) => {
  expect(exitCode(changes)).toBe(expected);
});

test('a waiver applies through its last day', () => {
  const waivers = [{ ...waiver, expires: '2026-11-21' }];
  expect(exitCode({ verdicts: [passed, violated], waivers, nowMs: Date.UTC(2026, 10, 21, 23, 59) })).toBe(0);
  expect(exitCode({ verdicts: [passed, violated], waivers, nowMs: Date.UTC(2026, 10, 22) })).toBe(1);
});

test('counts each rule once, and waived rules separately', () => {
  expect(sampleReport().summary).toMatchObject({ violation: 7, waived: 1, inconclusive: 2, skipped: 1, pass: 15 });
});

test('quotes the statements behind a rule', () => {
  const [rule] = buildReport(sampleParts({ verdicts: [violated] })).rules;
  expect(rule).toMatchObject({
    section: '8',
    statements: [
      { id: 'limits.free-plan', section: '8', sentence: 'Plan: Free; Requests per minute: 60; Requests per day: 1000' },
    ],
  });
});

test('shows how to reproduce a violation', () => {
  const verdicts = [verdict('update/answer', 'Answers', 'update.sets-quantity', { findings: [finding(12)] })];
  const curl = buildReport(sampleParts({ verdicts })).rules[0]?.violations[0]?.curl.join();
  expect(curl).toContain('/inventory/1');
  expect(curl).toContain('$PETSTORE_API_KEY');
});

test('shows at most three requests that lead to a violation, in the order of sending', () => {
  const linesOf = (related: readonly number[]) => {
    const findings = [finding(12, { related })];
    const verdicts = [verdict('update/stored', 'Stores', 'update.sets-quantity', { findings })];
    return buildReport(sampleParts({ verdicts })).rules[0]?.violations[0]?.curl;
  };
  const [first, last] = [linesOf([1])?.[0], linesOf([])?.[0]];
  expect(linesOf([1])).toEqual([first, last]);
  expect(first).not.toBe(last);
  expect(linesOf([1, 2, 3, 4])).toHaveLength(3);
});

test('quotes the violated statement, otherwise the first one of the rule', () => {
  const findings = [finding(12, { statement: 'orders.exists' }), finding(12)];
  const verdicts = [verdict('status/documented', 'Statuses', 'update.sets-quantity', { findings })];
  const [rule] = buildReport(sampleParts({ verdicts })).rules;
  expect(rule?.violations.map(({ statement }) => statement.id)).toEqual(['orders.exists', 'update.sets-quantity']);
});

test('reports what was checked, at which level and when', () => {
  expect(sampleReport()).toMatchObject({
    target: { baseUrl: 'https://api.example.test/v1', source: 'run' },
    level: 'exhaust',
    seed: 42,
    startedAt: '2026-11-21T12:00:00.000Z',
    requests: { sent: 25, budget: 40 },
  });
});

test('distinguishes a recording from a run', () => {
  const settings = { ...sampleParts().settings, level: undefined };
  const report = sampleReport({ transcript: recorded({}), verdicts: [passed], settings, budget: undefined });
  expect(report).toMatchObject({
    target: { source: 'recording' },
    level: null,
    seed: null,
    requests: { budget: null },
  });
});

test('reports the text of an open question', () => {
  expect(sampleReport().observations[1]).toMatchObject({
    id: 'unauthenticated-quota',
    section: '8.1',
    question: 'Which limit do 401 responses show, and whom do they charge?',
    choice: null,
  });
});
