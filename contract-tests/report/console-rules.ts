import type { Transcript } from '../../src/exchange/transcript.js';
import { counted, oneLine } from '../../src/spec/quoting.js';
import {
  distinctViolations,
  outcomeLooks,
  quoted,
  type Report,
  type ReportedOutcome,
  type ReportedRule,
  type ReportedViolation,
  type RuleSection,
  reportedOutcomeOf,
  rulesBySection,
  rulesWithOutcome,
  violatedStatements,
  violationRows,
  waiverNote,
} from './report.js';
import { type Colors, columns, exchangeLine, wrap } from './terminal-text.js';

/** The folded form shows up to this number of rules of a section one by one. */
const FEW = 3;
/** A longer id has its own line. */
const ID_WIDTH = 32;
/** With less room beside the ids, titles are below them. */
const LEAST_TITLE_WIDTH = 24;

interface RuleOptions {
  readonly colors: Colors;
  /** Columns of the terminal. */
  readonly width: number;
  readonly isFolded: boolean;
}

/** Returns one block for each section of the document that has rules. Folded: many passed or skipped rules are a count. */
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

function foldOf(rules: readonly ReportedRule[], outcome: ReportedOutcome): ReportedRule[] {
  const own = rulesWithOutcome(rules, outcome);
  return own.length > FEW ? own : [];
}

function foldLines(fold: readonly ReportedRule[], { colors, width }: RuleOptions): string[] {
  const [first] = fold;
  if (first === undefined) return [];
  const outcome = reportedOutcomeOf(first);
  const reasons = [...new Set(fold.flatMap(({ reason }) => (reason === null ? [] : [oneLine(reason)])))];
  const why = reasons.length === 0 ? '' : ` (${reasons.join(', ')})`;
  const count = `${counted(fold.length, 'rule')} ${outcomeLooks[outcome].name}`;
  return wrap(count + why, width - 6).map((line, index) =>
    index === 0
      ? `  ${signOf(outcome, colors)} ${count}${colors.dim(line.slice(count.length))}`
      : `    ${colors.dim(line)}`,
  );
}

function ruleLines(rule: ReportedRule, { colors, width }: RuleOptions, idWidth: number): string[] {
  const outcome = reportedOutcomeOf(rule);
  const why = outcome === 'skipped' && rule.reason !== null ? ` (${rule.reason})` : '';
  const title = oneLine(rule.title + why);
  const sign = signOf(outcome, colors);
  const { dim } = colors;
  const room = width - idWidth - 8;
  if (room < LEAST_TITLE_WIDTH) {
    return [`  ${sign} ${rule.id}`, ...wrap(title, width - 8).map((line) => `      ${dim(line)}`)];
  }
  const lines = wrap(title, room).map(dim);
  const [first = '', ...rest] = columns(rule.id, rule.id.length > idWidth ? ['', ...lines] : lines, idWidth);
  return [`  ${sign} ${first}`, ...rest.map((line) => `    ${line}`)];
}

function signOf(outcome: ReportedOutcome, { dim, green, red, yellow }: Colors): string {
  const paints = { pass: green, violation: red, waived: yellow, inconclusive: yellow, skipped: dim };
  return paints[outcome](outcomeLooks[outcome].sign);
}

const LABEL_WIDTH = 8;
/** Number of violations of one rule that are shown in full: a header that is missing is missing everywhere. */
const MOST_SHOWN = 3;
const MOST_NAMED = 30;

/** Returns one block for each violated rule, with its evidence. */
export function violationTexts({ rules }: Report, transcript: Transcript, colors: Colors, width: number): string[][] {
  return rulesWithOutcome(rules, 'violation').map((rule) => violationText(rule, transcript, colors, width));
}

function violationText(rule: ReportedRule, transcript: Transcript, colors: Colors, width: number): string[] {
  const shown = distinctViolations(rule.violations).slice(0, MOST_SHOWN);
  const hidden = rule.violations.filter((violation) => !shown.includes(violation));
  const others = [...new Set(hidden.map(({ exchange }) => `#${exchange}`))];
  const note = waiverNote(rule);
  const severity = rule.severity === 'implied' ? ' (implied by the document)' : '';
  return [
    ...headingLines(rule.id, rule.title + severity, colors, width),
    ...violatedStatements(rule).flatMap((statement) => wrap(quoted(statement), width - 4)),
    ...(note === undefined ? [] : wrap(oneLine(note), width - 4).map(colors.yellow)),
    ...shown.flatMap((violation) => ['', ...evidenceLines(violation, transcript, colors, width)]),
    ...(others.length === 0 ? [] : ['', ...wrap(`… and in ${exchangeList(others)}`, width - 4).map(colors.dim)]),
    ...(rule.class === 'exhaust' ? ['', ...wrap(ONLY_AT_THE_LIMIT, width - 4).map(colors.dim)] : []),
  ].map((line, index) => (index === 0 ? line : `  ${line}`));
}

/** The title is beside the id if there is room, else below it. */
function headingLines(id: string, title: string, { bold, dim, red }: Colors, width: number): string[] {
  const { sign } = outcomeLooks.violation;
  const start = `${red(sign)} ${bold(id)}`;
  const isShort = [...`${sign} ${id}  ${title}`].length <= width - 2;
  return isShort ? [`${start}  ${dim(title)}`] : [start, ...wrap(title, width - 4).map(dim)];
}

const ONLY_AT_THE_LIMIT =
  'Shown only once the quota is used up: send the requests before these, too (the HAR of --report has all).';

function exchangeList(names: readonly string[]): string {
  const [named, more] = [names.slice(0, MOST_NAMED), names.length - MOST_NAMED];
  return `exchanges ${named.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en-GB')} more` : ''}`;
}

function evidenceLines(violation: ReportedViolation, transcript: Transcript, colors: Colors, width: number): string[] {
  const { exchange, related } = violation;
  const see = related.length === 0 ? '' : `; see also ${related.map((number) => `#${number}`).join(', ')}`;
  return violationRows(violation, exchangeLine(exchange, transcript) + see).flatMap(({ label, text, isCommand }) => {
    // A command is not wrapped, so that it can be copied.
    const lines = isCommand ? [oneLine(text)] : wrap(oneLine(text), width - LABEL_WIDTH - 6);
    return columns(label, lines, LABEL_WIDTH, colors.dim);
  });
}
