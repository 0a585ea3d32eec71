import { counted } from '../json/counted.js';
import type { Verdict } from '../judge/judge.js';
import type { Finding } from '../judge/note.js';
import { excerpt } from './excerpt.js';
import { exchangeLine } from './exchange-line.js';
import type { FoundJournal } from './find-journal.js';
import { mannersAdvice } from './manners-advice.js';
import { statementLine } from './statement-line.js';

/** So many findings of one rule are shown. */
const MOST_SHOWN = 3;

/** So many lines of requests are shown for one finding. */
const MOST_LINES = 6;

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
    '',
    `A sin that is known can be left out: toBeWellMannered({ except: ['${broken[0]?.rule.id}'] })`,
  ].join('\n');
}

function tellRule({ rule, findings }: Verdict, journal: FoundJournal): string[] {
  const more = findings.length - MOST_SHOWN;
  const statementOf = (finding: Finding | undefined) => finding && (finding.statement ?? rule.statements[0]);
  const advice = mannersAdvice[rule.id];
  return [
    `✗ ${rule.id}  ${rule.title}`,
    ...findings.slice(0, MOST_SHOWN).flatMap((finding, index) => {
      const statement = statementOf(finding);
      const before = findings[index - 1];
      const isTold = statement === undefined || statement === statementOf(before);
      const told = before?.problem === finding.problem ? tellAgain(finding, journal) : tellFinding(finding, journal);
      return [...(isTold ? [] : [`  ${statementLine(statement)}`]), ...told];
    }),
    ...(more > 0 ? [`  … and ${more} more`] : []),
    ...(advice === undefined ? [] : [`  → ${advice}`]),
  ];
}

function tellFinding({ problem, expected, received, exchange, related }: Finding, journal: FoundJournal): string[] {
  return [
    `  - ${problem}`,
    `    expected  ${expected}`,
    `    received  ${excerpt(received)}`,
    ...shorten(tellExchanges([...related, exchange], journal)),
  ];
}

/** What came before it stands above already. */
function tellAgain({ received, exchange }: Finding, journal: FoundJournal): string[] {
  return [`  - again: ${excerpt(received)}`, ...tellExchanges([exchange], journal)];
}

function tellExchanges(numbers: readonly number[], { exchanges }: FoundJournal): string[] {
  const shown = exchanges.filter(({ number }) => numbers.includes(number));
  return shown.map((one) => `    ${new Date(one.startedMs).toISOString()}  ${exchangeLine(one)}`);
}

/** The first ones, and the last. */
function shorten(lines: readonly string[]): readonly string[] {
  const hidden = lines.length - MOST_LINES;
  if (hidden <= 0) return lines;
  return [...lines.slice(0, MOST_LINES - 2), `    … ${hidden + 1} between`, ...lines.slice(-1)];
}
