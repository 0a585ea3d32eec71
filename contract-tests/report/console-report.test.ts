import { createColors } from 'picocolors';
import { expect, test } from 'vitest';
import { cleanParts, sampleParts, sampleReport, sampleTranscript } from '../../tests/report-for-tests.js';
import { buildReport } from './build-report.js';
import { type ConsoleOptions, consoleReport } from './console-report.js';
import { htmlReport } from './html/html-report.js';
import { annotations } from './reporters.js';

const colors = createColors(false);
const { transcript } = sampleParts();

function linesOf(options: Partial<ConsoleOptions> = {}): string[] {
  return consoleReport(sampleReport(), transcript, { colors, width: 80, ...options }).split('\n');
}

const text = linesOf().join('\n');

test('shows a line for each section of the document, in its order, and one for the observations', () => {
  expect(linesOf().flatMap((line) => /^ {2}[✓✗?~–] (§[\d.]+)/.exec(line)?.[1] ?? [])).toEqual([
    '§1',
    '§2.3',
    '§4',
    '§4.1',
    '§4.2',
    '§4.3',
    '§4.4',
    '§5',
    '§7',
    '§8',
  ]);
  expect(text).toMatch(/^ {2}✓ §7 Errors +2 passed$/m);
  expect(text).toMatch(/^ {2}✗ §8 Limits +2 violated, 5 passed, 1 skipped$/m);
  expect(text).not.toContain('limits/well-formed');
  expect(text).toContain('rule      limits/headers-present\n');
  expect(text).toMatch(/Observed +\d+ of \d+ open questions \(--report lists them\)/);
  expect(text).not.toContain('list-order');
});

test('begins each violation with what is wrong, and ends it with the rule and the document', () => {
  const shown = text.slice(0, text.indexOf('§1 What'));
  const expected = [
    '  ✗ the quantity that was sent was not stored\n',
    'expected  pet 1 with quantity 3, as PATCH returned in exchange 19',
    'received  quantity 12',
    'at        /0/quantity',
    'exchange  #20 GET /v1/inventory → 200; see also #1, #19',
    'try       curl ',
    'rule      update/stored  A later GET',
    'document  §4.2 “Purpose: sets the stock quantity of one pet',
  ];
  const places = expected.map((line) => shown.indexOf(line, shown.indexOf(expected[0] ?? '')));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

test('shows the first violation of a rule, and the numbers of the others', () => {
  const [, shown = ''] = text.split('✗ X-RateLimit-Remaining is missing');
  const own = shown.slice(0, shown.indexOf('limits/headers-present'));
  expect(own).not.toContain('X-RateLimit-Remaining is missing');
  expect(own).toContain('    exchange  #5 GET /v1/inventory → 200\n              and #6, #18, #20, #23\n    try ');
});

test('ends a violation with the command that repeats it alone, on one line', () => {
  const repeat = (rule: string, exchanges: readonly number[]) =>
    `petstore-mock check https://petstore.test/v1 --rule ${rule} --from '${'long/'.repeat(30)}${exchanges.length}.har'`;
  const report = buildReport({ ...sampleParts(), repeat });
  const shown = consoleReport(report, transcript, { colors, width: 80 });
  const [, own = ''] = shown.split('✗ the quantity that was sent was not stored');
  const [block = ''] = own.split('\n\n');
  expect(block.trimEnd().split('\n').at(-1)).toBe(`    repeat    ${repeat('update/stored', [1, 19, 20])}`);
  expect(annotations(report, transcript)).toContain(`repeat    ${repeat('update/stored', [1, 19, 20])}\n`);
  expect(htmlReport(report, transcript)).toContain('--rule update/stored --from &#39;long/');
  expect(report.rules.filter((rule) => rule.repeat !== null).map(({ outcome }) => outcome)).not.toContain('pass');
});

test('shows why the chosen rules could not be judged', () => {
  const parts = cleanParts();
  const verdicts = parts.verdicts
    .slice(0, 1)
    .map((one) => ({ ...one, outcome: 'inconclusive' as const, reason: 'no list' }));
  const report = buildReport({ ...parts, verdicts, chosenRules: ['body/*'] });
  const shown = consoleReport(report, parts.transcript, { colors, width: 80 });
  expect(shown).toContain('· only body/* ·');
  expect(shown).toContain('Nothing could be judged: 1 rule inconclusive');
  expect(shown).toContain('    ? body/json\n      no list\n');
});

test('explains in a few lines why nothing could be judged', () => {
  const verdicts = cleanParts().verdicts.map((one) => ({
    ...one,
    outcome: 'inconclusive' as const,
    reason: 'no response',
  }));
  const parts = cleanParts();
  const report = buildReport({ ...parts, verdicts });
  const lines = consoleReport(report, parts.transcript, { colors, width: 80 }).trim().split('\n');
  expect(lines.length).toBeLessThan(10);
  expect(lines.join('\n')).toContain('\n\n  Nothing could be judged');
});

test('lists every waiver: needed, expired, no longer needed as far as a complete run shows', () => {
  expect(text).toContain('waived until 2027-01-31: old clients send strings, PETS-7');
  expect(text).toContain('the waiver expired on 2026-10-31 (');
  expect(text).not.toContain('no longer needed');
  const parts = sampleParts({ transcript: sampleTranscript() });
  const complete = consoleReport(buildReport(parts), parts.transcript, { colors, width: 80 });
  expect(complete).toContain('the rule passed, so the waiver is no longer needed (');
});

test('does not show waived violations in full', () => {
  expect(text).not.toContain('a quantity that is a string was accepted');
});

test('explains why a rule is inconclusive', () => {
  expect(text).toContain('? auth/required/updateInventory\n      the connection was reset');
});

test('shows requests and the next steps', () => {
  const all = linesOf({ files: { html: 'out/report.html', har: 'out/transcript.har' } }).join('\n');
  expect(all).toMatch(/Requests +25 of at most 40, in 1m 3s/);
  expect(all).toMatch(/Report +out\/report\.html/);
  expect(all).toMatch(/Exchanges +out\/transcript\.har/);
});

test('begins with the result', () => {
  expect(text.split('\n\n')[1]).toContain(
    'Violations found: 7 rules violated, 15 passed, 1 waived, 2 inconclusive, 1 skipped',
  );
  const parts = cleanParts();
  const clean = consoleReport(buildReport(parts), parts.transcript, { colors, width: 80 });
  expect(clean.split('\n\n')[1]).toContain('No violations: 26 rules passed');
});

test.each([
  [['messages/answer'], '1 rule is undecided because others may use the key or the store; --exclusive would decide it'],
  [
    ['messages/answer', 'auth/required/updateInventory'],
    '2 rules are undecided because others may use the key or the store; --exclusive would decide them',
  ],
])('ends with what --exclusive would decide: %s', (ids, line) => {
  const report = sampleReport({ decidedIfExclusive: new Set(ids) });
  const last = consoleReport(report, transcript, { colors, width: 100 }).trim().split('\n\n').at(-1);
  expect(last?.replace(/\s+/g, ' ').trim()).toBe(line);
  expect(
    report.rules
      .filter(({ decidedBy }) => decidedBy === 'exclusive')
      .map(({ id }) => id)
      .sort(),
  ).toEqual(ids.sort());
  expect(text).not.toContain('undecided');
});

test.each([40, 57, 80, 100])('fits %i columns, except text to copy and the result', (width) => {
  const report = {
    ...sampleReport(),
    target: { ...sampleReport().target, baseUrl: 'https://a.test/v1', messagesUrl: null },
  };
  const options = { colors, width };
  const long = consoleReport(report, transcript, options)
    .split('\n')
    .filter((line) => [...line].length > width && !/ {2}curl |Not restored|# #|Violations found: /.test(line));
  expect(long).toEqual([]);
});

test('hostile text can control neither the terminal nor a CI system', () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
  expect(text.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2028\u2029]/);
  expect(text).not.toMatch(/^\s*::/m);
  expect(text).not.toMatch(/##\w*\[/);
});

test('uses colours if available', () => {
  const colourful = consoleReport(sampleReport(), transcript, { colors: createColors(true), width: 80 });
  expect(colourful).toContain('\u001b[31m✗');
});

test('says how far the plan got, where something was left out', () => {
  const partialPlan = { sent: 31, planned: 58, maxRequests: 110 };
  const partial = consoleReport(sampleReport({ partialPlan }), transcript, { colors, width: 100 });
  expect(partial).toContain('Sent 31 of 58 planned requests; --max-requests 110 sends all.');
  expect(linesOf().join('\n')).not.toContain('planned requests');
});
