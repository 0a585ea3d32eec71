import type { Transcript } from '../../src/exchange/transcript.js';
import { counted, oneLine } from '../../src/spec/quoting.js';
import {
  distinctViolations,
  outcomeSigns,
  type Report,
  type ReportedOutcome,
  type ReportedRule,
  type ReportedViolation,
  type RuleSection,
  reportedOutcomeOf,
  rulesBySection,
  rulesWithOutcome,
  violatedStatements,
  waiverNote,
} from './report.js';
import { type Colors, exchangeLine, wrap } from './terminal-text.js';

/** So many rules of one section are shown one by one even in the folded form. */
const FEW = 3;
/** A longer id has a line of its own. */
const ID_WIDTH = 32;
/** Where less is left beside the ids, titles stand below them. */
const ROOM = 24;

interface RuleOptions {
  readonly colors: Colors;
  /** Columns of what shows it. */
  readonly width: number;
  readonly isFolded: boolean;
}

/** One block for each section of the document that has rules. Folded: those that were kept, or not run, as a count where they are many. */
export function ruleList(rules: readonly ReportedRule[], options: RuleOptions): string[][] {
  const idWidth = Math.min(ID_WIDTH, Math.max(0, ...rules.map(({ id }) => id.length)));
  return rulesBySection(rules).map((section) => sectionLines(section, options, idWidth));
}

function sectionLines({ heading, rules }: RuleSection, options: RuleOptions, idWidth: number): string[] {
  const { colors, width, isFolded } = options;
  const folds = isFolded ? [foldOf(rules, 'pass'), foldOf(rules, 'skipped')] : [];
  const folded = folds.flat();
  const shown = rules.filter((rule) => !folded.includes(rule));
  return [
    ...wrap(heading, width - 2).map(colors.bold),
    ...shown.flatMap((rule) => ruleLines(rule, options, idWidth)),
    ...folds.flatMap((fold) => foldLines(fold, options)),
  ];
}

function foldOf(rules: readonly ReportedRule[], standing: ReportedOutcome): ReportedRule[] {
  const own = rulesWithOutcome(rules, standing);
  return own.length > FEW ? own : [];
}

function foldLines(fold: readonly ReportedRule[], { colors, width }: RuleOptions): string[] {
  const [first] = fold;
  if (first === undefined) return [];
  const standing = reportedOutcomeOf(first);
  const reasons = [...new Set(fold.flatMap(({ reason }) => (reason === null ? [] : [oneLine(reason)])))];
  const why = reasons.length === 0 ? '' : ` (${reasons.join(', ')})`;
  const count = `${counted(fold.length, 'rule')} ${standing === 'pass' ? 'kept' : 'not run'}`;
  return wrap(count + why, width - 6).map((line, index) =>
    index === 0
      ? `  ${signOf(standing, colors)} ${count}${colors.dim(line.slice(count.length))}`
      : `    ${colors.dim(line)}`,
  );
}

function ruleLines(rule: ReportedRule, { colors, width }: RuleOptions, idWidth: number): string[] {
  const standing = reportedOutcomeOf(rule);
  const why = standing === 'skipped' && rule.reason !== null ? ` (${rule.reason})` : '';
  const title = oneLine(rule.title + why);
  const sign = signOf(standing, colors);
  const { dim } = colors;
  const room = width - idWidth - 8;
  if (room < ROOM) return [`  ${sign} ${rule.id}`, ...wrap(title, width - 8).map((line) => `      ${dim(line)}`)];
  const lines = wrap(title, room).map(dim);
  const [first, ...rest] = rule.id.length > idWidth ? ['', ...lines] : lines;
  const below = ' '.repeat(idWidth + 6);
  return [`  ${sign} ${rule.id.padEnd(idWidth)}  ${first}`, ...rest.map((line) => below + line)];
}

function signOf(standing: ReportedOutcome, { dim, green, red, yellow }: Colors): string {
  const paints = { pass: green, violation: red, waived: yellow, inconclusive: yellow, skipped: dim };
  return paints[standing](outcomeSigns[standing]);
}

const LABEL_WIDTH = 8;
/** So many places of one rule are shown in full; a header that is missing is missing everywhere. */
const MOST_PLACES = 3;
const MOST_NAMED = 30;

/** One block for each rule that counts as broken, each with its evidence. */
export function violationTexts({ rules }: Report, transcript: Transcript, colors: Colors, width: number): string[][] {
  return rulesWithOutcome(rules, 'violation').map((rule) => violationText(rule, transcript, colors, width));
}

function violationText(rule: ReportedRule, transcript: Transcript, colors: Colors, width: number): string[] {
  const shown = distinctViolations(rule.violations).slice(0, MOST_PLACES);
  const hidden = rule.violations.filter((violation) => !shown.includes(violation));
  const others = [...new Set(hidden.map(({ exchange }) => `#${exchange}`))];
  const note = waiverNote(rule);
  const severity = rule.severity === 'implied' ? ' (implied by the document)' : '';
  return [
    ...headingLines(rule.id, rule.title + severity, colors, width),
    ...violatedStatements(rule).flatMap(({ section, sentence }) => wrap(`§${section} “${sentence}”`, width - 4)),
    ...(note === undefined ? [] : wrap(oneLine(note), width - 4).map(colors.yellow)),
    ...shown.flatMap((violation) => ['', ...placeLines(violation, transcript, colors, width)]),
    ...(others.length === 0 ? [] : ['', ...wrap(`… and in ${exchangeList(others)}`, width - 4).map(colors.dim)]),
    ...(rule.class === 'exhaust' ? ['', ...wrap(ONLY_AT_THE_LIMIT, width - 4).map(colors.dim)] : []),
  ].map((line, index) => (index === 0 ? line : `  ${line}`));
}

/** The title beside the rule where there is room, else below it. */
function headingLines(id: string, title: string, { bold, dim, red }: Colors, width: number): string[] {
  const start = `${red(outcomeSigns.violation)} ${bold(id)}`;
  const isShort = [...`${outcomeSigns.violation} ${id}  ${title}`].length <= width - 2;
  return isShort ? [`${start}  ${dim(title)}`] : [start, ...wrap(title, width - 4).map(dim)];
}

const ONLY_AT_THE_LIMIT =
  'It shows only once the quota is used up: the lines above need the requests before them too (all are in the HAR of --report).';

function exchangeList(names: readonly string[]): string {
  const [named, more] = [names.slice(0, MOST_NAMED), names.length - MOST_NAMED];
  return `exchanges ${named.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en-GB')} more` : ''}`;
}

function placeLines(violation: ReportedViolation, transcript: Transcript, colors: Colors, width: number): string[] {
  const { problem, expected, received, pointer, exchange, related, curl } = violation;
  const see = related.length === 0 ? '' : `; see also ${related.map((number) => `#${number}`).join(', ')}`;
  return [
    ...evidenceLines('problem', problem, colors, width),
    ...evidenceLines('expected', expected, colors, width),
    ...evidenceLines('received', received, colors, width),
    ...(pointer === null || pointer === '' ? [] : evidenceLines('at', pointer, colors, width)),
    ...evidenceLines('exchange', `${exchangeLine(exchange, transcript)}${see}`, colors, width),
    // Not wrapped: it is to be copied.
    ...curl.map((line, index) => `${evidenceLabel(index === 0 ? 'try' : 'then', colors)}  ${oneLine(line)}`),
  ];
}

function evidenceLines(name: string, text: string, colors: Colors, width: number): string[] {
  const lines = wrap(oneLine(text), width - LABEL_WIDTH - 6);
  return lines.map((line, index) => `${evidenceLabel(index === 0 ? name : '', colors)}  ${line}`);
}

function evidenceLabel(name: string, { dim }: Colors): string {
  return dim(name.padEnd(LABEL_WIDTH));
}
