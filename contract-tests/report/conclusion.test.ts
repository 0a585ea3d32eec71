import { expect, test } from 'vitest';
import { cleanParts, sampleParts, sampleReport, sampleTranscript } from '../../tests/report-for-tests.js';
import { buildReport, type ReportParts } from './build-report.js';
import { conclusionOf } from './conclusion.js';

const clean = cleanParts();
const firstUntold = clean.verdicts.map((one, index) =>
  index === 0 ? { ...one, outcome: 'inconclusive' as const, reason: 'limited' } : one,
);
const string = 'update/rejects/string';
const waivedOnly = clean.verdicts.map(
  (one) => (one.rule.id === string && sampleParts().verdicts.find(({ rule }) => rule.id === string)) || one,
);
const allUntold = clean.verdicts.map((one) => ({ ...one, outcome: 'inconclusive' as const, reason: 'limited' }));

test.each<[string, Partial<ReportParts>]>([
  ['conforms as far as could be seen: 26 of 26 rules kept', {}],
  ['conforms as far as could be seen: 25 of 26 rules kept', { verdicts: firstUntold }],
  ['FAILS: 1 rule could not be told', { verdicts: firstUntold, failOnInconclusive: true }],
  [
    'VIOLATES the document as waived: 1 rule; nothing else seen',
    { verdicts: waivedOnly, waivers: sampleParts().waivers },
  ],
  ['STOPPED EARLY, no violation until then: too long', { transcript: sampleTranscript('too long') }],
  ['LEFT SOMETHING BEHIND, no violation seen: pet 1', { leftBehind: 'pet 1' }],
  ['NOTHING COULD BE JUDGED', { verdicts: allUntold }],
])('says %j', (expected, changes) => {
  expect(conclusionOf(buildReport({ ...clean, ...changes }))).toBe(expected);
});

test('names everything that went wrong beside violations', () => {
  expect(conclusionOf(sampleReport())).toBe(
    'VIOLATES the document: 7 rules (1 waived, the run stopped early, something was left behind)',
  );
});
