import { oneLine } from '../../src/json/one-line.js';
import type { Transcript } from '../../src/transcript/transcript.js';
import { brokenPromises } from './broken-promises.js';
import type { Colors } from './colors.js';
import { distinctViolations } from './distinct-violations.js';
import { exchangeLine } from './exchange-line.js';
import type { Report, ReportedRule, ReportedViolation } from './report.js';
import { marks, rulesStanding, waiverNote } from './standing.js';
import { wrap } from './wrap.js';

const WIDTH = 100;
const LABEL_WIDTH = 8;
/** So many places of one rule are shown in full; a header that is missing is missing everywhere. */
const MOST_PLACES = 3;
const MOST_NAMED = 30;

/** One block for each rule that counts as broken, each with its evidence. */
export function violationTexts({ rules }: Report, transcript: Transcript, colors: Colors): string[][] {
  return rulesStanding(rules, 'violation').map((rule) => violationText(rule, transcript, colors));
}

function violationText(rule: ReportedRule, transcript: Transcript, colors: Colors): string[] {
  const shown = distinctViolations(rule.violations).slice(0, MOST_PLACES);
  const hidden = rule.violations.filter((violation) => !shown.includes(violation));
  const others = [...new Set(hidden.map(({ exchange }) => `#${exchange}`))];
  const note = waiverNote(rule);
  const severity = rule.severity === 'implied' ? ' (implied by the document)' : '';
  return [
    `${colors.red(marks.violation)} ${colors.bold(rule.id)}  ${colors.dim(rule.title + severity)}`,
    ...brokenPromises(rule).flatMap(({ section, sentence }) => wrap(`§${section} “${sentence}”`, WIDTH - 4)),
    ...(note === undefined ? [] : wrap(oneLine(note), WIDTH - 4).map(colors.yellow)),
    ...shown.flatMap((violation) => ['', ...placeLines(violation, transcript, colors)]),
    ...(others.length === 0 ? [] : ['', ...wrap(`… and in ${exchangesInWords(others)}`, WIDTH - 4).map(colors.dim)]),
    ...(rule.class === 'exhaust' ? ['', ...wrap(ONLY_AT_THE_LIMIT, WIDTH - 4).map(colors.dim)] : []),
  ].map((line, index) => (index === 0 ? line : `  ${line}`));
}

const ONLY_AT_THE_LIMIT =
  'It shows only once the quota is used up: the lines above need the requests before them too (all are in the HAR of --report).';

function exchangesInWords(names: readonly string[]): string {
  const [named, more] = [names.slice(0, MOST_NAMED), names.length - MOST_NAMED];
  return `exchanges ${named.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en-GB')} more` : ''}`;
}

function placeLines(violation: ReportedViolation, transcript: Transcript, colors: Colors): string[] {
  const { problem, expected, received, pointer, exchange, related, curl } = violation;
  const see = related.length === 0 ? '' : `; see also ${related.map((number) => `#${number}`).join(', ')}`;
  return [
    ...row('problem', problem, colors),
    ...row('expected', expected, colors),
    ...row('received', received, colors),
    ...(pointer === null || pointer === '' ? [] : row('at', pointer, colors)),
    ...row('exchange', `${exchangeLine(exchange, transcript)}${see}`, colors),
    // Not wrapped: it is to be copied.
    ...curl.map((line, index) => `${label(index === 0 ? 'try' : 'then', colors)}  ${oneLine(line)}`),
  ];
}

function row(name: string, text: string, colors: Colors): string[] {
  const lines = wrap(oneLine(text), WIDTH - LABEL_WIDTH - 8);
  return lines.map((line, index) => `${label(index === 0 ? name : '', colors)}  ${line}`);
}

function label(name: string, { dim }: Colors): string {
  return dim(name.padEnd(LABEL_WIDTH));
}
