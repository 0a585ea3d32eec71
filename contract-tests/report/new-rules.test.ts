import { JSDOM } from 'jsdom';
import { createColors } from 'picocolors';
import { expect, test } from 'vitest';
import { gatherAndJudge } from '../../src/judge/judge.js';
import { defineRules, judgeEach, violates } from '../../src/judge/note.js';
import { defineJudge, petstoreJudge } from '../../src/judge/rules/index.js';
import { petstore } from '../../src/service/petstore.js';
import { type ExchangeInit, recorded, settings } from '../../tests/recorded.js';
import { cleanParts, sampleReport } from '../../tests/report-for-tests.js';
import { list } from '../../tests/stock-exchanges.js';
import { buildReport } from './build-report.js';
import { consoleReport, resultReport } from './console-report.js';
import { htmlReport } from './html/html-report.js';
import { rulesWithOutcome } from './report.js';
import { annotations, junitReport } from './reporters.js';

const { listInventory } = petstoreJudge.operations;
const mistake = { problem: 'the list is <short>', expected: 'a long list', received: 'a short list' };
const newer = defineRules({ since: '0.10' }, [
  {
    id: 'inventory/is-long',
    title: 'The list is long',
    statements: ['inventory.lists-every-pet'],
    judge: judgeEach(
      ({ readings }) => readings,
      (reading) => violates(reading, mistake),
    ),
  },
]);
const judged = defineJudge(petstore, {
  ...petstoreJudge.operations,
  listInventory: { ...listInventory, rules: [...(listInventory?.rules ?? []), ...newer] },
});

/** Reports on one list, by a catalogue with a rule of version 0.10. */
function reported(rulesUpTo: string | undefined, ...exchanges: readonly ExchangeInit[]) {
  const transcript = { ...recorded(list(), ...exchanges), run: cleanParts().transcript.run };
  const judgeSettings = { ...settings, judged };
  const { verdicts } = gatherAndJudge(transcript, judgeSettings);
  const parts = { ...cleanParts(), transcript, settings: judgeSettings, verdicts, rulesUpTo };
  return { report: buildReport(parts), transcript };
}

const look = { colors: createColors(false), width: 100 };
const NOTE = 'new since 0.10, not counted: violated: the list is <short>';

test.each([
  [undefined, 1, 1, 0],
  ['0.10', 1, 1, 0],
  ['0.9', 0, 0, 1],
  ['0.2', 0, 0, 1],
])(
  'of the rules up to %s, a newer one that is violated gives exit code %i',
  (rulesUpTo, exitCode, violation, uncounted) => {
    expect(reported(rulesUpTo).report.summary).toMatchObject({ exitCode, violation, uncounted });
  },
);

test('does not change what the others are reported as', () => {
  const { pass, inconclusive, skipped } = reported(undefined).report.summary;
  expect(reported('0.2').report.summary).toMatchObject({ pass, inconclusive, skipped });
});

const { report, transcript } = reported('0.2');

test('the console lists a newer rule by itself, and counts it in the result', () => {
  const text = consoleReport(report, transcript, look);
  expect(text).toContain('rules up to 0.2');
  expect(text).toContain(`  New rules\n    + inventory/is-long\n      ${NOTE}\n`);
  expect(text).not.toContain('expected  a long list');
  expect(resultReport(report, look)).toMatch(/No violations: \d+ rules passed, .*1 new \(not counted\)\n/);
});

test('a workflow gets a warning, no error', () => {
  expect(annotations(report, transcript)).toBe(`::warning title=inventory/is-long::${NOTE}\n`);
});

test('JUnit counts it as skipped', () => {
  const { document } = new JSDOM(junitReport(report, transcript), { contentType: 'application/xml' }).window;
  expect(document.querySelectorAll('failure')).toHaveLength(0);
  const own = document.querySelector('[name^="inventory/is-long"] > skipped');
  expect(own?.getAttribute('message')).toBe(NOTE);
  expect(document.querySelector('[name="suite"]')?.getAttribute('value')).toBe('petstore-mock 0.2.0, rules up to 0.2');
});

test('the page has what it showed, under a heading of its own', () => {
  const { document } = new JSDOM(htmlReport(report, transcript)).window;
  const card = document.querySelector('[id="rule-inventory/is-long"]');
  const headings = [...document.querySelectorAll('h2')].map(({ textContent }) => textContent);
  expect(headings).toContain('New rules, not counted');
  expect(headings).not.toContain('Violations');
  expect(card?.textContent).toContain('a long list');
  expect(document.querySelector('.sections')?.textContent).toContain(NOTE);
});

test('a newer rule that passes is not counted either', () => {
  const rules = report.rules.map((rule) => ({ ...rule, outcome: 'pass' as const, violations: [] }));
  expect(rulesWithOutcome(rules, 'uncounted').map(({ id }) => id)).toEqual(['inventory/is-long']);
  expect(consoleReport({ ...report, rules }, transcript, look)).toContain('new since 0.10, not counted: passed');
});

test('every report names the suite and the document', () => {
  const { suite, document } = sampleReport();
  expect({ suite, document }).toMatchInlineSnapshot(`
    {
      "document": {
        "hash": "f6ac13d7193d",
        "title": "Petstore Inventory Service Specification",
      },
      "suite": {
        "rulesUpTo": null,
        "version": "0.2.0",
      },
    }
  `);
  const text = 'Petstore Inventory Service Specification (sha256 ';
  expect(htmlReport(report, transcript)).toContain(text);
  expect(junitReport(report, transcript)).toContain(`name="document" value="${text}`);
});
