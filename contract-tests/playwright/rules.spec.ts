import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { curlLine } from '../../src/exchange/curl-line.js';
import { readHar } from '../../src/exchange/read-har.js';
import type { Transcript } from '../../src/exchange/transcript.js';
import { judge, type Verdict } from '../../src/judge/judge.js';
import { rules } from '../../src/judge/rules/rules.js';
import { statements } from '../../src/spec/statements.js';
import { type TargetName, transcriptFile } from './targets.js';

for (const { id, title, statements: ids } of rules) {
  const annotation = ids.map((each) => ({
    type: `§${statements[each].section}`,
    description: statements[each].sentence,
  }));
  test(`${id}: ${title}`, { annotation }, async () => {
    const { project } = test.info();
    const { transcript, verdicts } = judged(transcriptFile(project.metadata.target as TargetName, project.outputDir));
    const verdict = verdicts.find(({ rule }) => rule.id === id);
    if (verdict === undefined) throw new Error(`No verdict found for ${id}.`);
    await attachExchanges(verdict, transcript);
    // Playwright has no third outcome: an inconclusive or skipped rule shows as skipped, with its reason.
    test.skip(verdict.outcome === 'inconclusive' || verdict.outcome === 'skipped', verdict.reason);
    if (verdict.findings.length > 0) throw violation(verdict, transcript);
  });
}

test('the probes reached their end, and something could be judged', () => {
  const { project } = test.info();
  const { transcript, verdicts } = judged(transcriptFile(project.metadata.target as TargetName, project.outputDir));
  expect(transcript.run?.stopped).toBeUndefined();
  expect(verdicts.filter(({ outcome }) => outcome === 'pass' || outcome === 'violation')).not.toEqual([]);
});

interface Judged {
  readonly transcript: Transcript;
  readonly verdicts: readonly Verdict[];
}

/** A worker judges once; after a failing test Playwright starts another. */
let latest: { readonly file: string; readonly judged: Judged } | undefined;

function judged(file: string): Judged {
  if (latest?.file !== file) {
    const transcript = readHar(readFileSync(file, 'utf8'), file);
    const settings = transcript.run;
    if (settings === undefined) throw new Error(`${file} was not made by the suite.`);
    latest = { file, judged: { transcript, verdicts: judge(transcript, settings) } };
  }
  return latest.judged;
}

async function attachExchanges({ findings }: Verdict, { exchanges }: Transcript): Promise<void> {
  const numbers = new Set(findings.flatMap(({ exchange, related }) => [exchange, ...related]));
  const shown = exchanges.filter(({ number }) => numbers.has(number));
  if (shown.length === 0) return;
  const curl = shown.map(({ number, request }) => `# exchange ${number}\n${curlLine(request)}`).join('\n');
  await test.info().attach('curl', { body: curl, contentType: 'text/plain' });
  await test.info().attach('exchanges', { body: JSON.stringify(shown, null, 2), contentType: 'application/json' });
}

/** So many places of one rule are shown; all are attached. */
const MOST_PLACES = 3;

/** What a reader needs, without the way through the code of this file. */
function violation({ rule, findings }: Verdict, { exchanges }: Transcript): Error {
  const promises = new Set(findings.map(({ statement }) => statement ?? rule.statements[0]));
  const quoted = [...promises].map((id) => `§${statements[id].section} “${statements[id].sentence}”`);
  const places = findings.slice(0, MOST_PLACES).map((finding) => {
    const { problem, expected, received, pointer, exchange } = finding;
    const request = exchanges.find(({ number }) => number === exchange)?.request;
    return [
      `problem   ${problem}`,
      `expected  ${expected}`,
      `received  ${received}${pointer ? ` at ${pointer}` : ''}`,
      ...(request === undefined ? [] : [`try       ${curlLine(request)}`]),
    ].join('\n');
  });
  const rest = findings.length - places.length;
  const error = new Error([...quoted, ...places, ...(rest > 0 ? [`… and in ${rest} more places`] : [])].join('\n\n'));
  error.stack = error.message;
  return error;
}
