import { createColors } from 'picocolors';
import { expect, test } from 'vitest';
import { cleanParts, sampleParts, sampleReport } from '../../tests/report-for-tests.js';
import { buildReport } from './build-report.js';
import { type ConsoleOptions, consoleReport, quietReport } from './console-report.js';

const colors = createColors(false);
const { transcript } = sampleParts();

function linesOf(options: Partial<ConsoleOptions> = {}): string[] {
  return consoleReport(sampleReport(), transcript, { colors, ...options }).split('\n');
}

const text = linesOf().join('\n');

test('shows the rules under the headings of the document, in its order', () => {
  const headings = linesOf().filter((line) => /^ {2}§[\d.]+ [A-Z]/.test(line));
  expect(headings.map((line) => line.trim())).toEqual([
    '§1 What the service does',
    '§2.3 InventoryUpdate',
    '§4 Endpoints',
    '§4.1 List inventory',
    '§4.2 Update stock level',
    '§4.3 Send message',
    '§4.4 Other operations named only by their mention',
    '§5 Authentication',
    '§7 Errors',
    '§8 Limits',
  ]);
});

test.each(['✓ limits/plan', '✗ auth/invalid-key', '? messages/answer', '– limits/enforced', '~ update/rejects/string'])(
  'marks a rule: %s',
  (line) => {
    expect(text).toContain(`    ${line} `);
  },
);

test('folds many kept rules of one section when asked to', () => {
  const folded = linesOf({ isFolded: true }).join('\n');
  expect(folded).toContain('✓ 5 rules kept');
  expect(folded).not.toContain('✓ limits/well-formed');
  expect(folded).toContain('✓ errors/shape');
  expect(text).toContain('✓ limits/well-formed');
});

test('folds many rules that were not run, and says what they need', () => {
  const { verdicts } = sampleParts();
  const skipped = verdicts.map((one, index) => ({
    ...one,
    outcome: index === 0 ? ('pass' as const) : ('skipped' as const),
    findings: [],
    reason: index === 0 ? undefined : `needs level ${one.rule.class}`,
  }));
  const report = sampleReport({ verdicts: skipped, waivers: [] });
  const folded = consoleReport(report, transcript, { colors, isFolded: true });
  expect(folded).toContain('– 8 rules not run (needs level passive, needs level read, needs level\n      exhaust)');
  expect(consoleReport(report, transcript, { colors, width: 100 })).toMatch(
    /– update\/stored .+ \(needs level write\)/,
  );
});

test('tells everything of a violation behind the list', () => {
  const shown = text.slice(text.indexOf('  ✗ update/stored  A later GET'));
  const expected = [
    '§4.2 “Purpose: sets the stock quantity of one pet',
    'problem   the quantity that was sent was not stored',
    'expected  pet 1 with quantity 3, as PATCH answered in exchange 19',
    'received  quantity 12',
    'at        /0/quantity',
    'exchange  #20 GET /v1/inventory → 200; see also #1, #19',
    'try       curl ',
  ];
  const places = expected.map((line) => shown.indexOf(line));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

test('shows what is wrong in the same way once, and names the other exchanges', () => {
  const shown = text.slice(text.indexOf('✗ limits/headers-present  '));
  const places = shown
    .slice(0, shown.indexOf('… and in exchanges'))
    .match(/problem {3}X-RateLimit-Remaining is missing/g);
  expect(places?.length).toBeLessThanOrEqual(3);
  expect(new Set(shown.match(/try +curl .+/g)?.slice(0, places?.length))).toHaveProperty('size', places?.length);
  expect(text).toMatch(/… and in exchanges #\d+, #\d+/);
});

test('tells in a few lines why nothing could be judged', () => {
  const verdicts = cleanParts().verdicts.map((one) => ({
    ...one,
    outcome: 'inconclusive' as const,
    reason: 'no answer',
  }));
  const parts = cleanParts();
  const report = buildReport({ ...parts, verdicts });
  const lines = consoleReport(report, parts.transcript, { colors }).trim().split('\n');
  expect(lines.length).toBeLessThan(10);
  expect(lines.at(-1)).toContain('NOTHING COULD BE JUDGED');
});

test('tells of every waiver: needed, expired, no longer needed', () => {
  expect(text).toContain('waived until 2027-01-31: old clients send strings, PETS-7');
  expect(text).toContain('the waiver expired at the end of 2026-10-31 and excuses nothing');
  expect(text).toContain('the waiver is no longer needed: the rule is kept');
});

test('shows no waived violation in full', () => {
  expect(text).not.toContain('a quantity that is a string was accepted');
});

test('says why something could not be told', () => {
  expect(text).toContain('? auth/required/updateInventory\n      the connection was reset');
});

test('shows observations, coverage, requests and where to look further', () => {
  const all = linesOf({ files: { html: 'out/report.html', har: 'out/transcript.har' } }).join('\n');
  expect(all).toMatch(/list-order +ascending +by petId in all 6 lists/);
  expect(all).toMatch(/Promises +2 of 5 judged, 2 no request can show/);
  expect(all).toMatch(/Requests +25 of 40 at most, in 1m 3s/);
  expect(all).toMatch(/Report +out\/report\.html/);
  expect(all).toMatch(/Exchanges +out\/transcript\.har/);
});

test('lists what no request can show only on request', () => {
  expect(text).not.toContain('trying it out would earn the key a ban');
  expect(linesOf({ showsCoverage: true }).join('\n')).toContain('trying it out would earn the key a ban');
});

test('ends with how the check ended', () => {
  expect(text.trimEnd().split('\n').at(-1)).toContain('VIOLATES the document: 7 rules');
  const parts = cleanParts();
  const clean = consoleReport(buildReport(parts), parts.transcript, { colors });
  expect(clean.trimEnd().split('\n').at(-1)).toContain('conforms as far as could be seen: 26 rules kept');
});

test('is quiet about what is well', () => {
  const quiet = quietReport(sampleReport(), transcript, { colors });
  expect(quiet).toContain('✗ auth/invalid-key');
  expect(quiet).not.toContain('✓');
  const parts = cleanParts();
  expect(quietReport(buildReport(parts), parts.transcript, { colors }).trim().split('\n')).toHaveLength(1);
});

test.each([40, 57, 80, 100])('fits %i columns, apart from what is to be copied', (width) => {
  const report = {
    ...sampleReport(),
    target: { ...sampleReport().target, baseUrl: 'https://a.test/v1', messagesUrl: null },
  };
  const options = { colors, width, isTerminal: true, showsCoverage: true, isFolded: true };
  for (const shown of [consoleReport(report, transcript, options), quietReport(report, transcript, options)]) {
    const long = shown
      .split('\n')
      .filter((line) => [...line].length > width && !/ {2}curl |Left behind|# #/.test(line));
    expect(long).toEqual([]);
  }
});

test('takes 80 columns where nobody says how many there are', () => {
  expect(text).toBe(linesOf({ width: 80 }).join('\n'));
});

test('shows no bound that was not observed', () => {
  const { observations } = sampleParts();
  const [first] = observations;
  if (first === undefined) throw new Error('There is no observation.');
  const bounds = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
  const seen = { ...first, question: 'quantity-range', choice: bounds, unseen: ['maximum'] } as const;
  const report = sampleReport({ observations: [seen] });
  const shown = consoleReport(report, transcript, { colors });
  expect(shown).toMatch(/quantity-range +\{"minimum":0\} {2}/);
  expect(shown).not.toContain(String(Number.MAX_SAFE_INTEGER));
  expect(report.observations).toMatchObject([{ choice: bounds, unseen: ['maximum'] }]);
});

test('lets no hostile text steer a terminal or a CI system', () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
  expect(text.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2028\u2029]/);
  expect(text).not.toMatch(/^\s*::/m);
  expect(text).not.toMatch(/##\w*\[/);
});

test('uses colours where there are any', () => {
  const colourful = consoleReport(sampleReport(), transcript, { colors: createColors(true) });
  expect(colourful).toContain('\u001b[31m✗');
});
