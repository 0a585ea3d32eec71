import { expect, test } from 'vitest';
import { cleanParts, sampleParts, sampleReport, sampleTranscript } from '../../tests/report-for-tests.js';
import { buildReport, type ReportParts } from './build-report.js';
import { conclusionOf } from './report.js';

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
  ['conforms as far as could be seen: 26 rules kept', {}],
  ['conforms as far as could be seen: 25 rules kept, 1 could not be told', { verdicts: firstUntold }],
  ['FAILS: 1 rule could not be told', { verdicts: firstUntold, failOnInconclusive: true }],
  ['conforms but for what is waived: 1 rule; 25 rules kept', { verdicts: waivedOnly, waivers: sampleParts().waivers }],
  ['STOPPED EARLY, no violation until then: too long; 26 rules kept', { transcript: sampleTranscript('too long') }],
  ['LEFT SOMETHING BEHIND, no violation seen: pet 1', { leftBehind: 'pet 1' }],
  ['NOTHING COULD BE JUDGED', { verdicts: allUntold }],
  ['NOTHING COULD BE JUDGED: nobody there', { verdicts: allUntold, transcript: sampleTranscript('nobody there') }],
])('says %j', (expected, changes) => {
  expect(conclusionOf(buildReport({ ...clean, ...changes }))).toBe(expected);
});

test('names everything that went wrong beside violations', () => {
  expect(conclusionOf(sampleReport())).toBe(
    'VIOLATES the document: 7 rules; 1 waived, 15 rules kept, 2 could not be told, 1 not run (the run stopped early; something was left behind)',
  );
});
