import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import {
  cleanParts,
  finding,
  sampleParts,
  sampleReport,
  sampleTranscript,
  verdict,
} from '../../tests/report-for-tests.js';
import { buildReport } from './build-report.js';
import { jobSummary } from './job-summary.js';
import type { Report } from './report.js';

const { transcript } = sampleParts();
const text = jobSummary(sampleReport(), transcript);
const pageOf = (summary: string) => new JSDOM(summary).window.document;
const textsOf = (summary: string, selector: string) =>
  [...pageOf(summary).querySelectorAll(selector)].map(({ textContent }) => textContent);

test('begins with the result, the counts and the facts of the run', () => {
  expect(textsOf(text, 'h2')).toEqual(['❌ Contract check of https://api.example.test/v1']);
  expect(textsOf(text, 'p')[0]).toMatch(/^Violations found: 7 rules violated, 15 passed/);
  expect(textsOf(text, 'p')[1]).toBe('exhaust · seed 42 · 25 requests · 1m 3s · petstore-mock 0.2.0');
});

test('shows each violation with its evidence, the rule, the document and the commands', () => {
  const headings = textsOf(text, 'h3');
  expect(headings).toHaveLength(7);
  const [block = ''] = text.split('\n\n').filter((each) => each.includes('the quantity that was sent was not stored'));
  const shown = pageOf(block).documentElement.textContent;
  for (const part of [
    'update/stored A later GET shows the quantity',
    'pet 1 with quantity 3, as PATCH returned in exchange 19',
    'quantity 12 at /0/quantity',
    '#20 GET /v1/inventory → 200',
    '§4.2 “Purpose: sets the stock quantity of one pet',
  ]) {
    expect(shown).toContain(part);
  }
  expect(textsOf(block, 'pre')).toEqual([
    expect.stringContaining('curl '),
    expect.stringContaining('curl '),
    expect.stringContaining('curl '),
  ]);
});

test('names the trace of a violation, and ends it with the command that repeats its rule', () => {
  const report = sampleReport({ repeat: (rule) => `petstore-mock check https://api.example.test/v1 --rule ${rule}` });
  const [rule, ...others] = report.rules;
  const traced = rule?.violations.map((violation) => ({ ...violation, traceId: '0af7651916cd43dd8448eb211c80319c' }));
  if (rule === undefined || traced === undefined) throw new Error('The sample has no violation.');
  const [block] = jobSummary({ ...report, rules: [{ ...rule, violations: traced }, ...others] }, transcript)
    .split('\n\n')
    .filter((each) => each.startsWith('<h3>'));
  expect(textsOf(block ?? '', 'td')).toContain('0af7651916cd43dd8448eb211c80319c');
  expect(textsOf(block ?? '', 'pre').at(-1)).toBe('petstore-mock check https://api.example.test/v1 --rule body/json');
});

test('folds inconclusive rules and waivers', () => {
  expect(textsOf(text, 'details > summary')).toEqual(['Inconclusive (2)', 'Waivers (2)']);
  expect(textsOf(text, 'details td')).toContain('the connection was reset');
  const { transcript: clean, ...rest } = cleanParts();
  expect(jobSummary(buildReport({ ...rest, transcript: clean }), clean)).not.toContain('<details>');
});

/** Whatever Markdown, HTML or a CI system could make of a text. */
const HOSTILE_TEXTS = [
  '<img src=x onerror=alert(1)><a href="https://evil.test">click</a></code></td></table><h1>',
  '[click](https://evil.test) ![x](https://evil.test/x.png) https://evil.test www.evil.test',
  '\n\n# Heading\n\n- [ ] task\n\n| a | b |\n|---|---|\n\n```\nfence\n```\n\n<script>x</script>\n\n',
  '\r\n\r\n::error::owned\r\n::add-mask::x\n##[error]owned ##vso[task.complete]',
  '`code` **bold** @octocat #1 :smile: $x^2$ $$y$$ &lt; &#64; <!-- \u2028\u2028 \u202e \u0000 \u001b[2J',
];

const elementsOf = (summary: string) =>
  [...pageOf(summary).querySelectorAll('*')].map(({ tagName, attributes }) => [
    tagName,
    [...attributes].map(({ name }) => name).join(),
  ]);

const reportWith = (hostile: string): Report => {
  const violated = verdict('body/json', 'Every body is JSON', 'service.http-with-json-bodies', {
    findings: [finding(1, { problem: hostile, expected: hostile, received: hostile, pointer: hostile })],
  });
  const inconclusive = verdict('errors/shape', 'Errors', 'error-body.code', {
    outcome: 'inconclusive',
    reason: hostile,
  });
  const waived = { rule: 'errors/shape', reason: hostile, expires: '2026-11-01' };
  return buildReport(sampleParts({ verdicts: [violated, inconclusive], waivers: [waived], leftBehind: hostile }));
};

test.each(HOSTILE_TEXTS)('makes nothing of %j', (hostile) => {
  const summary = jobSummary(reportWith(hostile), sampleTranscript(hostile));
  const lines = summary.split('\n').filter((line) => line !== '');
  // Markdown reads nothing in a block of HTML, which ends at an empty line.
  for (const line of lines) expect(line).toMatch(/^<(?:h2|h3|p|details)>/);
  expect(elementsOf(summary)).toEqual(elementsOf(jobSummary(reportWith('plain'), sampleTranscript('plain'))));
  const outside = summary.replace(/<code>.*?<\/code>/g, '');
  expect(pageOf(outside).documentElement.textContent).not.toMatch(/evil|octocat|owned|bold|Heading/);
  expect(summary).not.toMatch(/##\w*\[|(?!\n)\p{Cc}|\p{Zl}|\p{Bidi_Control}/u);
});

test('is bounded, and says how many violations it leaves out', () => {
  const long = '<&"\u{1f600}'.repeat(50_000);
  const verdicts = Array.from({ length: 60 }, (_, index) =>
    verdict(`rule/${index}`, 'A rule', 'error-body.code', {
      findings: [finding(1, { problem: long, expected: long, received: long })],
    }),
  );
  const inconclusive = Array.from({ length: 60 }, (_, index) =>
    verdict(`other/${index}`, 'A rule', 'error-body.code', { outcome: 'inconclusive', reason: long }),
  );
  const summary = jobSummary(sampleReport({ verdicts: [...verdicts, ...inconclusive] }), transcript);
  expect(Buffer.byteLength(summary)).toBeLessThan(512 * 1024);
  expect(summary).toMatch(/<p>… and \d+ more violated rules: see the report\.<\/p>/);
  expect(textsOf(summary, 'h3').length).toBeGreaterThan(5);
});

test('leaves out a command that it would have to cut', () => {
  const { exchanges, ...rest } = transcript;
  const [first, ...others] = exchanges;
  if (first === undefined) throw new Error('There is no exchange.');
  const request = { ...first.request, url: `${first.request.url}?${'x'.repeat(3_000)}` };
  const findings = [finding(1)];
  const verdicts = [verdict('body/json', 'JSON', 'service.http-with-json-bodies', { findings })];
  const changed = { ...rest, exchanges: [{ ...first, request }, ...others] };
  expect(jobSummary(sampleReport({ transcript: changed, verdicts }), changed)).toContain(
    '<pre>The command is too long: see report.json.</pre>',
  );
});
