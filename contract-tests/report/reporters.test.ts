import { Ajv2020 } from 'ajv/dist/2020.js';
import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import { LosslessNumber } from '../../src/json/exact-number.js';
import { cleanParts, finding, HOSTILE, sampleParts, sampleReport, verdict } from '../../tests/report-for-tests.js';
import { buildReport } from './build-report.js';
import { reportSchema } from './report-schema.js';
import { annotations, jsonReport, junitReport } from './reporters.js';

const { transcript } = sampleParts();
const commands = annotations(sampleReport(), transcript).trimEnd().split('\n');

test('annotates each violated rule once with what is wrong, and problems of the run', () => {
  expect(commands.map((line) => line.split('::')[1])).toEqual([
    expect.stringMatching(/^error title=the body is not JSON%3A .+…$/),
    'error title=a PATCH with a quantity that is null gets 500',
    'error title=X-RateLimit-Remaining is missing',
    'error title=Retry-After is neither whole seconds nor an HTTP-date',
    'error title=a wrong key was let in',
    'error title=petId is no int64',
    'error title=the quantity that was sent was not stored',
    'warning title=The run stopped early',
    'warning title=The stock was not restored',
  ]);
});

test('writes an annotation of several lines as one command', () => {
  expect(commands[4]).toContain('::expected  401 with an Error body%0Areceived  200 with a list of 3 items%0A');
  expect(commands[4]).toContain('%0Arule      auth/invalid-key  A wrong key gets 401%0Adocument  §5.4 “');
});

test('escapes a per cent sign, so that received text is never unescaped', () => {
  const findings = [finding(1, { problem: 'a,b:c', received: '100%0A::error::' })];
  const verdicts = [verdict('rule', 'Rule', 'limits.set-per-plan', { findings })];
  const text = annotations(buildReport(sampleParts({ verdicts })), transcript);
  expect(text).toMatch(/^::error title=a%2Cb%3Ac::/);
  expect(text).toContain('received  100%250A::error::%0A');
});

test('hostile text cannot start a command', () => {
  expect(commands.filter((line) => !/^::(?:error|warning) title=/.test(line))).toEqual([]);
  expect(commands.join('\n')).toContain('::error::owned');
});

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
])('has a schema that rejects %s', (_, report) => {
  expect(conforms(JSON.parse(JSON.stringify(report)))).toBe(false);
});

test('reads back unchanged', () => {
  expect(JSON.parse(jsonReport(sampleReport()))).toEqual(sampleReport());
});

test('writes integers of any size exactly', () => {
  const limits = { perMinute: new LosslessNumber('9007199254740993'), perDay: 1 };
  const seen = { note: 'seen', exchanges: [1], sightings: 1, unseen: [] };
  const observations = [{ question: 'enterprise-limits', choice: limits, ...seen }] as const;
  expect(jsonReport(sampleReport({ observations }))).toContain('"perMinute": 9007199254740993');
});

test('is safe to print whatever a service returned', () => {
  const text = jsonReport(sampleReport({ leftBehind: `${HOSTILE}\u009b2J` }));
  expect(text).not.toMatch(/[\u007f-\u009f\u202e]/);
  expect(text).not.toMatch(/##\w*\[/);
  expect(JSON.parse(text).summary.leftBehind).toBe(`${HOSTILE}\u009b2J`);
});

const xml = junitReport(sampleReport(), transcript);
const { document } = new JSDOM(xml, { contentType: 'application/xml' }).window;
const all = (selector: string) => [...document.querySelectorAll(selector)];
const caseOf = (id: string) => all('testcase').find((each) => each.getAttribute('name')?.startsWith(`${id}: `));

test('has a suite for each section and a case for each rule', () => {
  expect(all('testsuites > testsuite').map((suite) => suite.getAttribute('name'))).toContain('§8 Limits');
  expect(all('testsuite > testcase')).toHaveLength(26);
  expect(caseOf('limits/plan')?.getAttribute('classname')).toBe('§8 Limits');
});

test('counts failed and skipped cases', () => {
  const { tests, failures, skipped } = Object.fromEntries(
    [...document.documentElement.attributes].map(({ name, value }) => [name, value]),
  );
  expect({ tests, failures, skipped }).toEqual({ tests: '26', failures: '7', skipped: '4' });
  expect(all('failure')).toHaveLength(7);
  expect(all('skipped')).toHaveLength(4);
});

test('a case takes what its exchanges took, and the whole counts each exchange once', () => {
  const secondsOf = (element: { getAttribute(name: string): string | null } | undefined) =>
    Number(element?.getAttribute('time'));
  const sum = all('testcase').reduce((seconds, one) => seconds + secondsOf(one), 0);
  expect(all('testcase, testsuite').map((one) => one.getAttribute('time')?.replace(/^\d+\.\d{3}$/, ''))).toEqual(
    all('testcase, testsuite').map(() => ''),
  );
  expect(secondsOf(caseOf('limits/headers-present'))).toBeGreaterThan(0);
  expect(secondsOf(caseOf('limits/plan'))).toBe(0);
  expect(secondsOf(document.documentElement)).toBeGreaterThan(0);
  expect(secondsOf(document.documentElement)).toBeLessThan(sum);
});

test('writes a failure in full', () => {
  const failure = caseOf('update/stored')?.querySelector('failure');
  expect(failure?.getAttribute('message')).toBe('the quantity that was sent was not stored');
  expect(failure?.textContent).toContain('§4.2 “Purpose: sets the stock quantity of one pet');
  expect(failure?.textContent).toContain(
    'at        /0/quantity\nexchange  #20 GET /v1/inventory → 200; see also #1, #19\ntry       curl ',
  );
});

test.each([
  ['auth/required/updateInventory', 'the connection was reset'],
  ['limits/enforced', 'needs --level exhaust'],
  ['update/rejects/string', 'waived until 2027-01-31: old clients send strings, PETS-7'],
])('reports why %s was skipped', (id, message) => {
  expect(caseOf(id)?.querySelector('skipped')?.getAttribute('message')).toBe(message);
});

test('names target and seed', () => {
  const properties = [...(document.querySelector('properties')?.children ?? [])];
  const values = Object.fromEntries(properties.map((each) => [each.getAttribute('name'), each.getAttribute('value')]));
  expect(values).toMatchObject({ target: 'https://api.example.test/v1', seed: '42', level: 'exhaust' });
});

test('escapes hostile text, and spells out characters that XML forbids', () => {
  const received = caseOf('body/json')?.querySelector('failure')?.textContent;
  expect(received).toContain('</script><img src=x onerror=alert(1)>\\u001b[2J\\u202e]]>&amp;\\u000a::error::owned');
  expect(received).toContain('\\u0000\\u0007\\ufffe');
  expect(all('script, img')).toEqual([]);
  expect(xml).not.toMatch(/##\w*\[/);
});
