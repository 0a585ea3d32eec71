import { Ajv2020 } from 'ajv/dist/2020.js';
import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { cleanParts, HOSTILE, sampleReport } from '../../tests/report-for-tests.js';
import { buildReport } from './build-report.js';
import { jsonReport } from './json-report.js';
import { reportSchema } from './report-schema.js';

// Formats only describe.
const conforms = new Ajv2020({ strict: true, strictTypes: false, formats: { date: true, 'date-time': true } }).compile(
  reportSchema,
);

test.each([
  ['everything in it', sampleReport()],
  ['nothing wrong in it', buildReport(cleanParts())],
])('conforms to its schema with %s', (_, report) => {
  conforms(JSON.parse(jsonReport(report)));
  expect(conforms.errors).toBeNull();
});

test.each([
  ['a member less', { ...sampleReport(), seed: undefined }],
  ['a member more', { ...sampleReport(), apiKey: 'key' }],
  ['another exit code', { ...sampleReport(), summary: { ...sampleReport().summary, exitCode: 2 } }],
])('has a schema that refuses %s', (_, report) => {
  expect(conforms(JSON.parse(JSON.stringify(report)))).toBe(false);
});

test('can be read back as it was', () => {
  expect(JSON.parse(jsonReport(sampleReport()))).toEqual(sampleReport());
});

test('writes integers of any size exactly', () => {
  const limits = { perMinute: new LosslessNumber('9007199254740993'), perDay: 1 };
  const seen = { note: 'seen', exchanges: [1], sightings: 1, unseen: [] };
  const observations = [{ question: 'enterprise-limits', answer: limits, ...seen }] as const;
  expect(jsonReport(sampleReport({ observations }))).toContain('"perMinute": 9007199254740993');
});

test('may be printed whatever a service answered', () => {
  const text = jsonReport(sampleReport({ leftBehind: `${HOSTILE}\u009b2J` }));
  expect(text).not.toMatch(/[\u007f-\u009f\u202e]/);
  expect(text).not.toMatch(/##\w*\[/);
  expect(JSON.parse(text).summary.leftBehind).toBe(`${HOSTILE}\u009b2J`);
});
