import { oneLine } from '../../src/json/one-line.js';
import type { Transcript } from '../../src/transcript/transcript.js';
import { brokenPromises } from './broken-promises.js';
import type { Colors } from './colors.js';
import { distinctViolations } from './distinct-violations.js';
import { exchangeLine } from './exchange-line.js';
import type { Report, ReportedRule, ReportedViolation } from './report.js';
import { marks, rulesStanding, waiverNote } from './standing.js';
import { wrap } from './wrap.js';

const LABEL_WIDTH = 8;
/** So many places of one rule are shown in full; a header that is missing is missing everywhere. */
const MOST_PLACES = 3;
const MOST_NAMED = 30;

/** One block for each rule that counts as broken, each with its evidence. */
export function violationTexts({ rules }: Report, transcript: Transcript, colors: Colors, width: number): string[][] {
  return rulesStanding(rules, 'violation').map((rule) => violationText(rule, transcript, colors, width));
}

function violationText(rule: ReportedRule, transcript: Transcript, colors: Colors, width: number): string[] {
  const shown = distinctViolations(rule.violations).slice(0, MOST_PLACES);
  const hidden = rule.violations.filter((violation) => !shown.includes(violation));
  const others = [...new Set(hidden.map(({ exchange }) => `#${exchange}`))];
  const note = waiverNote(rule);
  const severity = rule.severity === 'implied' ? ' (implied by the document)' : '';
  return [
    ...headingLines(rule.id, rule.title + severity, colors, width),
    ...brokenPromises(rule).flatMap(({ section, sentence }) => wrap(`§${section} “${sentence}”`, width - 4)),
    ...(note === undefined ? [] : wrap(oneLine(note), width - 4).map(colors.yellow)),
    ...shown.flatMap((violation) => ['', ...placeLines(violation, transcript, colors, width)]),
    ...(others.length === 0 ? [] : ['', ...wrap(`… and in ${exchangesInWords(others)}`, width - 4).map(colors.dim)]),
    ...(rule.class === 'exhaust' ? ['', ...wrap(ONLY_AT_THE_LIMIT, width - 4).map(colors.dim)] : []),
  ].map((line, index) => (index === 0 ? line : `  ${line}`));
}

/** The title beside the rule where there is room, else below it. */
function headingLines(id: string, title: string, { bold, dim, red }: Colors, width: number): string[] {
  const start = `${red(marks.violation)} ${bold(id)}`;
  const isShort = [...`${marks.violation} ${id}  ${title}`].length <= width - 2;
  return isShort ? [`${start}  ${dim(title)}`] : [start, ...wrap(title, width - 4).map(dim)];
}

const ONLY_AT_THE_LIMIT =
  'It shows only once the quota is used up: the lines above need the requests before them too (all are in the HAR of --report).';

function exchangesInWords(names: readonly string[]): string {
  const [named, more] = [names.slice(0, MOST_NAMED), names.length - MOST_NAMED];
  return `exchanges ${named.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en-GB')} more` : ''}`;
}

function placeLines(violation: ReportedViolation, transcript: Transcript, colors: Colors, width: number): string[] {
  const { problem, expected, received, pointer, exchange, related, curl } = violation;
  const see = related.length === 0 ? '' : `; see also ${related.map((number) => `#${number}`).join(', ')}`;
  return [
    ...row('problem', problem, colors, width),
    ...row('expected', expected, colors, width),
    ...row('received', received, colors, width),
    ...(pointer === null || pointer === '' ? [] : row('at', pointer, colors, width)),
    ...row('exchange', `${exchangeLine(exchange, transcript)}${see}`, colors, width),
    // Not wrapped: it is to be copied.
    ...curl.map((line, index) => `${label(index === 0 ? 'try' : 'then', colors)}  ${oneLine(line)}`),
  ];
}

function row(name: string, text: string, colors: Colors, width: number): string[] {
  const lines = wrap(oneLine(text), width - LABEL_WIDTH - 6);
  return lines.map((line, index) => `${label(index === 0 ? name : '', colors)}  ${line}`);
}

function label(name: string, { dim }: Colors): string {
  return dim(name.padEnd(LABEL_WIDTH));
}
