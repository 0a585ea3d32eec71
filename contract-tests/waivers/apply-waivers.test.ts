import { expect, test } from 'vitest';
import { finding, sampleParts, sampleTranscript, verdict } from '../../tests/report-for-tests.js';
import { buildReport, type ReportParts } from '../report/build-report.js';
import { conclusionOf, reportedOutcomeOf, waiverNote } from '../report/report.js';
import { plainLook, violationText } from '../report/violation-text.js';

const title = 'Every body is JSON';
const list = finding(1, { problem: 'the list is not JSON' });
const update = finding(13, { problem: 'the updated item is not JSON' });
const base = { rule: 'body/json', reason: 'PETS-1', expires: '2027-01-31' };

const judged = (...findings: readonly ReturnType<typeof finding>[]) => ({
  ...verdict('body/json', title, 'service.http-with-json-bodies', { findings }),
  exchanges: [1, 12, 13],
});

function reportOf(changes: Partial<ReportParts>) {
  const parts = sampleParts({ transcript: sampleTranscript(), leftBehind: undefined, ...changes });
  const report = buildReport(parts);
  const [rule] = report.rules;
  if (rule === undefined) throw new Error('The report has no rule.');
  return { report, rule, summary: report.summary, text: violationText(rule, parts.transcript, plainLook) };
}

test('a waiver of an operation leaves the violations of others, which fail the check', () => {
  const waivers = [{ ...base, operation: 'updateInventory' }];
  const { rule, summary, text } = reportOf({ verdicts: [judged(update, list)], waivers });
  expect(rule.violations.map(({ exchange, isWaived }) => [exchange, isWaived])).toEqual([
    [1, false],
    [13, true],
  ]);
  expect([reportedOutcomeOf(rule), summary.exitCode, summary.failedBy]).toEqual(['violation', 1, 'violation']);
  expect(text.problem).toBe('the list is not JSON');
  expect(text.details.join('\n')).not.toContain('#13');
  expect(text.details.join('\n')).toContain('updateInventory: waived until 2027-01-31: PETS-1');
});

test('two waivers of a rule cover two operations', () => {
  const waivers = [
    { ...base, operation: 'updateInventory' },
    { ...base, operation: 'listInventory', expires: '2027-02-28' },
  ];
  const { rule, summary } = reportOf({ verdicts: [judged(update, list)], waivers });
  expect([reportedOutcomeOf(rule), summary.violation, summary.waived]).toEqual(['waived', 0, 1]);
  expect(waiverNote(rule)).toBe(
    'updateInventory: waived until 2027-01-31: PETS-1; listInventory: waived until 2027-02-28: PETS-1',
  );
});

test('an expired waiver covers nothing, and is not stale while there is a violation', () => {
  const { summary, rule } = reportOf({ verdicts: [judged(list)], waivers: [{ ...base, expires: '2026-11-20' }] });
  expect([summary.violation, summary.staleWaivers]).toEqual([1, []]);
  expect(waiverNote(rule)).toBe('the waiver expired on 2026-11-20 (PETS-1)');
});

test('a waiver for another target is neither applied nor stale', () => {
  const waivers = [{ ...base, target: 'https://staging.example.test/v1' }];
  expect(reportOf({ verdicts: [judged(list)], waivers }).summary).toMatchObject({ violation: 1, staleWaivers: [] });
  expect(reportOf({ verdicts: [judged()], waivers }).summary).toMatchObject({ pass: 1, staleWaivers: [] });
});

test.each([
  ['the rule passed', { verdicts: [judged()], waivers: [base] }, ['body/json']],
  [
    'the rule is violated only by other operations',
    { verdicts: [judged(list)], waivers: [{ ...base, operation: 'updateInventory' }] },
    ['body/json (updateInventory)'],
  ],
  [
    'the rule judged no request of the operation',
    { verdicts: [judged(list)], waivers: [{ ...base, operation: 'sendMessage' }] },
    [],
  ],
  [
    'the rule is inconclusive',
    { verdicts: [{ ...judged(), outcome: 'inconclusive' as const, reason: 'no response' }], waivers: [base] },
    [],
  ],
  [
    'the rule was skipped',
    { verdicts: [{ ...judged(), outcome: 'skipped' as const, reason: 'needs --level write' }], waivers: [base] },
    [],
  ],
  ['the rule is not part of the check', { verdicts: [], waivers: [base] }, []],
  ['the run stopped early', { verdicts: [judged()], waivers: [base], transcript: sampleTranscript('limited') }, []],
])('names the stale waivers if %s', (_, changes, stale) => {
  expect(buildReport(sampleParts({ transcript: sampleTranscript(), ...changes })).summary.staleWaivers).toEqual(stale);
});

test('a stale waiver fails only a strict check, with the waiver to remove', () => {
  const changes = { verdicts: [judged()], waivers: [base] };
  expect(reportOf(changes).summary).toMatchObject({ exitCode: 0, failedBy: null });
  const { report, rule } = reportOf({ ...changes, failOnStaleWaivers: true });
  expect(report.summary).toMatchObject({ exitCode: 1, failedBy: 'stale waiver' });
  expect(conclusionOf(report)).toBe('Failed because waivers cover nothing, remove body/json: 1 rule passed');
  expect(waiverNote(rule)).toBe('the rule passed, so the waiver is no longer needed (PETS-1)');
});
