import { counted } from '../json/counted.js';
import type { Verdict } from '../judge/judge.js';
import type { Finding } from '../judge/note.js';
import { excerpt } from './excerpt.js';
import { exchangeLine } from './exchange-line.js';
import type { FoundJournal } from './find-journal.js';
import { statementLine } from './statement-line.js';

/** So many findings of one rule are shown. */
const MOST_SHOWN = 3;

/** Tells which manners were broken, and by which requests; or that none was. */
export function tellManners(verdicts: readonly Verdict[], journal: FoundJournal): string {
  const broken = verdicts.filter(({ outcome }) => outcome === 'violation');
  const sent = counted(journal.exchanges.length, 'request');
  if (broken.length === 0) {
    const kept = verdicts
      .filter(({ outcome }) => outcome === 'pass')
      .map(({ rule }) => `  ✓ ${rule.id}  ${rule.title}`);
    return ['expect(petstore).not.toBeWellMannered()', '', `The client was well-mannered in ${sent}.`, ...kept].join(
      '\n',
    );
  }
  return [
    'expect(petstore).toBeWellMannered()',
    '',
    `The client broke ${counted(broken.length, 'rule')} of manners in ${sent}:`,
    ...broken.flatMap((verdict) => ['', ...tellRule(verdict, journal)]),
  ].join('\n');
}

function tellRule({ rule, findings }: Verdict, journal: FoundJournal): string[] {
  const more = findings.length - MOST_SHOWN;
  return [
    `✗ ${rule.id}  ${rule.title}`,
    ...findings.slice(0, MOST_SHOWN).flatMap((finding, index) => {
      const statement = finding.statement ?? rule.statements[0];
      const isTold = index > 0 && statement === (findings[index - 1]?.statement ?? rule.statements[0]);
      return [...(isTold ? [] : [`  ${statementLine(statement)}`]), ...tellFinding(finding, journal)];
    }),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ];
}

function tellFinding(
  { problem, expected, received, exchange, related }: Finding,
  { exchanges }: FoundJournal,
): string[] {
  const numbers = [...new Set([...related, exchange])].sort((a, b) => a - b);
  const shown = exchanges.filter(({ number }) => numbers.includes(number));
  return [
    `  - ${excerpt(problem)}`,
    `    expected  ${excerpt(expected)}`,
    `    received  ${excerpt(received)}`,
    ...shown.map((one) => `    ${new Date(one.startedMs).toISOString()}  ${exchangeLine(one)}`),
  ];
}
