import { validate } from 'ctrf';
import { expect, test } from 'vitest';
import { recorded } from '../../tests/recorded.js';
import { cleanParts, HOSTILE, sampleParts, sampleReport } from '../../tests/report-for-tests.js';
import { buildReport } from './build-report.js';
import { ctrfReport } from './ctrf.js';
import { jsonReport } from './reporters.js';

const { transcript } = sampleParts();
const text = jsonReport(ctrfReport(sampleReport(), transcript));
const ctrf = JSON.parse(text);
const testOf = (id: string) =>
  ctrf.results.tests.find(({ labels }: { labels: { rule: string } }) => labels.rule === id);

test.each([
  ['a run', ctrf],
  ['a check of nothing', JSON.parse(jsonReport(ctrfReport(sampleReport({ verdicts: [] }), recorded())))],
  ['a clean run', JSON.parse(jsonReport(ctrfReport(buildReport(cleanParts()), cleanParts().transcript)))],
])('conforms to the schema of the format: %s', (_, document) => {
  expect(validate(document)).toMatchObject({ valid: true });
});

test('has a test for each rule, with its outcome', () => {
  const { tests, summary, tool } = ctrf.results;
  expect(tests).toHaveLength(26);
  expect(tool).toEqual({ name: 'petstore-mock', version: '0.2.0' });
  expect(summary).toMatchObject({
    tests: 26,
    passed: 15,
    failed: 7,
    skipped: 1,
    pending: 0,
    other: 3,
  });
  expect(summary.duration).toBe(summary.stop - summary.start);
  expect(ctrf.results.environment).toMatchObject({
    testEnvironment: 'https://api.example.test/v1',
    extra: { seed: 42 },
  });
});

test.each([
  ['limits/plan', { status: 'passed', rawStatus: 'pass', suite: ['§8 Limits'] }],
  ['limits/enforced', { status: 'skipped', message: 'needs --level exhaust' }],
  [
    'auth/required/updateInventory',
    { status: 'other', rawStatus: 'inconclusive', message: 'the connection was reset' },
  ],
  ['update/rejects/string', { status: 'other', rawStatus: 'waived', message: expect.stringMatching(/^waived until/) }],
  ['update/stored', { status: 'failed', message: 'the quantity that was sent was not stored' }],
])('reports %s', (id, expected) => {
  expect(testOf(id)).toMatchObject(expected);
});

test('shows the evidence of a failure', () => {
  expect(testOf('update/stored').trace).toContain('exchange  #20 GET /v1/inventory → 200; see also #1, #19');
});

test('a rule took as long as the exchanges that it judged', () => {
  const took = transcript.exchanges.filter(({ number }) => [5, 6, 18, 20, 23].includes(number));
  const ms = took.reduce((sum, { startedMs, endedMs }) => sum + endedMs - startedMs, 0);
  expect(ms).toBeGreaterThan(0);
  expect(testOf('limits/headers-present').duration).toBe(ms);
  expect(testOf('limits/plan').duration).toBe(0);
});

test('is safe to print whatever a service returned', () => {
  expect(testOf('body/json').message).toContain('<img src=x');
  expect(text).not.toContain(HOSTILE);
  expect(text).not.toMatch(/[\u007f-\u009f\u202e]|##\w*\[/);
});
