import { expect, test } from 'vitest';
import { cleanParts, sampleParts, sampleReport, sampleTranscript } from '../../tests/report-for-tests.js';
import { buildReport, type ReportParts } from './build-report.js';
import { conclusionOf } from './report.js';

const clean = cleanParts();
const firstInconclusive = clean.verdicts.map((one, index) =>
  index === 0 ? { ...one, outcome: 'inconclusive' as const, reason: 'limited' } : one,
);
const string = 'update/rejects/string';
const waivedOnly = clean.verdicts.map(
  (one) => (one.rule.id === string && sampleParts().verdicts.find(({ rule }) => rule.id === string)) || one,
);
const allInconclusive = clean.verdicts.map((one) => ({ ...one, outcome: 'inconclusive' as const, reason: 'limited' }));

const needs = ['needs --level write', 'needs --level exhaust and --messages-url', 'needs --messages-url'];
const skipped = clean.verdicts.map((one, index) => {
  const reason = needs[index];
  return reason === undefined ? one : { ...one, outcome: 'skipped' as const, reason };
});

test.each<[string, Partial<ReportParts>]>([
  [
    'No violations: 23 rules passed, 3 skipped (need --level write, --level exhaust, --messages-url)',
    { verdicts: skipped },
  ],
  ['No violations: 26 rules passed', {}],
  ['No violations: 25 rules passed, 1 inconclusive', { verdicts: firstInconclusive }],
  [
    'Failed because rules are inconclusive: 25 rules passed, 1 inconclusive',
    { verdicts: firstInconclusive, failOnInconclusive: true },
  ],
  [
    'No violations except waived ones: 25 rules passed, 1 waived',
    { verdicts: waivedOnly, waivers: sampleParts().waivers },
  ],
  ['Stopped early, no violations so far: too long; 26 rules passed', { transcript: sampleTranscript('too long') }],
  ['No violations, but the stock was not restored: pet 1', { leftBehind: 'pet 1' }],
  ['Nothing could be judged: 26 rules inconclusive', { verdicts: allInconclusive }],
  [
    'Nothing could be judged: nobody there',
    { verdicts: allInconclusive, transcript: sampleTranscript('nobody there') },
  ],
])('prints %j', (expected, changes) => {
  expect(conclusionOf(buildReport({ ...clean, ...changes }))).toBe(expected);
});

test('adds other problems of the run to violations', () => {
  expect(conclusionOf(sampleReport())).toBe(
    'Violations found: 7 rules violated, 15 passed, 1 waived, 2 inconclusive, 1 skipped (need --level exhaust); stopped early, stock not restored',
  );
});
