import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { curlLine } from '../../src/exchange/curl-line.js';
import { readHar } from '../../src/exchange/read-har.js';
import type { Transcript } from '../../src/exchange/transcript.js';
import { judge } from '../../src/judge/judge.js';
import { rules } from '../../src/judge/rules/index.js';
import type { StatementId } from '../../src/service/petstore.js';
import { statements } from '../../src/service/petstore.js';
import { buildReport } from '../report/build-report.js';
import type { Report, ReportedRule } from '../report/report.js';
import { plainLook, violationText } from '../report/violation-text.js';
import { type TargetName, transcriptFile } from './targets.js';

for (const { id, title, statements: ids } of rules) {
  const annotation = ids.map((each) => ({
    type: `§${statements[each as StatementId].section}`,
    description: statements[each as StatementId].sentence,
  }));
  test(`${id}: ${title}`, { annotation }, async () => {
    const { transcript, report } = judged();
    const rule = report.rules.find((each) => each.id === id);
    if (rule === undefined) throw new Error(`No verdict found for ${id}.`);
    await attachExchanges(rule, transcript);
    // Playwright has no third outcome: an inconclusive or skipped rule shows as skipped, with its reason.
    test.skip(rule.outcome === 'inconclusive' || rule.outcome === 'skipped', rule.reason ?? undefined);
    if (rule.violations.length > 0) throw violation(rule, transcript);
  });
}

test('the probes completed, and at least one rule was judged', () => {
  const { summary } = judged().report;
  expect(summary.stopped).toBeNull();
  expect(summary.pass + summary.violation).toBeGreaterThan(0);
});

interface Judged {
  readonly transcript: Transcript;
  readonly report: Report;
}

/** A worker judges once; after a failing test Playwright starts another. */
let latest: { readonly file: string; readonly judged: Judged } | undefined;

function judged(): Judged {
  const { project } = test.info();
  const file = transcriptFile(project.metadata.target as TargetName, project.outputDir);
  if (latest?.file !== file) {
    const transcript = readHar(readFileSync(file, 'utf8'), file);
    const settings = transcript.run;
    if (settings === undefined) throw new Error(`${file} was not written by the suite.`);
    const report = buildReport({
      transcript,
      settings,
      verdicts: judge(transcript, settings),
      decidedIfExclusive: new Set(),
      observations: [],
      waivers: [],
      failOnInconclusive: false,
      leftBehind: undefined,
      budget: undefined,
      nowMs: Date.now(),
    });
    latest = { file, judged: { transcript, report } };
  }
  return latest.judged;
}

async function attachExchanges({ violations }: ReportedRule, { exchanges }: Transcript): Promise<void> {
  const numbers = new Set(violations.flatMap(({ exchange, related }) => [exchange, ...related]));
  const shown = exchanges.filter(({ number }) => numbers.has(number));
  if (shown.length === 0) return;
  const curl = shown.map(({ number, request }) => `# exchange ${number}\n${curlLine(request)}`).join('\n');
  await test.info().attach('curl', { body: curl, contentType: 'text/plain' });
  await test.info().attach('exchanges', { body: JSON.stringify(shown, null, 2), contentType: 'application/json' });
}

/** An error without a stack, which would lead through this file only. */
function violation(rule: ReportedRule, transcript: Transcript): Error {
  const { problem, details } = violationText(rule, transcript, plainLook);
  const error = new Error([problem, ...details].join('\n'));
  error.stack = error.message;
  return error;
}
