import type { Transcript } from '../../src/exchange/transcript.js';
import { counted, oneLine } from '../../src/spec/quoting.js';
import { dateAndTime } from '../../src/spec/times.js';
import {
  choiceText,
  conclusionOf,
  durationOf,
  outcomeLooks,
  type Report,
  type ReportedObservation,
  type ReportedOutcome,
  type ReportedRule,
  type RuleSection,
  reportedOutcomeOf,
  rulesBySection,
  rulesWithOutcome,
  waiverNote,
} from './report.js';
import { besideOrBelow, type Colors, columns, cut, layOut, marked, titled, wrap } from './terminal-text.js';
import { type Look, violationText } from './violation-text.js';

export interface ConsoleOptions {
  readonly colors: Colors;
  /** Columns of the terminal; default 80. Only commands and file names are longer. */
  readonly width?: number;
  /** Wraps the last line too, which a script may read. */
  readonly isTerminal?: boolean;
  /** Shows the passed or skipped rules of a section as a count if there are many. */
  readonly isFolded?: boolean;
  /** Files with more details, as a user would type their names. */
  readonly files?: { readonly html?: string; readonly har?: string };
}

const USUAL_WIDTH = 80;

/** Writes a report for people: the rules, each violation in full, the rest, and the result in the last line. */
export function consoleReport(report: Report, transcript: Transcript, options: ConsoleOptions): string {
  const look = { width: USUAL_WIDTH, ...options };
  const { pass, violation, waived } = report.summary;
  // Where nothing could be judged, the reason must not drown in a list of inconclusive rules.
  const isJudged = pass + violation + waived > 0;
  return layOut([
    header(report, look),
    ...(isJudged ? details(report, transcript, look, options.isFolded === true) : []),
    footer([...factRows(report, transcript), ...endingRows(report), ...fileRows(options)], look),
    conclusionLines(report, look),
  ]);
}

/** Writes the violations and the result only. */
export function quietReport(report: Report, transcript: Transcript, options: ConsoleOptions): string {
  const look = { width: USUAL_WIDTH, ...options };
  return layOut([
    ...violations(report, transcript, look),
    footer(endingRows(report), look),
    conclusionLines(report, look),
  ]);
}

function details(report: Report, transcript: Transcript, look: Look, isFolded: boolean): string[][] {
  const { rules, observations } = report;
  const idWidth = Math.min(ID_WIDTH, Math.max(0, ...rules.map(({ id }) => id.length)));
  const waivers = rules.flatMap((rule) => {
    const note = waiverNote(rule);
    return note === undefined ? [] : [{ text: rule.id, detail: note }];
  });
  return [
    ...rulesBySection(rules).map((section) => sectionLines(section, look, isFolded, idWidth)),
    ...violations(report, transcript, look),
    list('Inconclusive', inconclusiveItems(rules), 'inconclusive', look),
    list('Waivers', waivers, 'waived', look),
    observationTable(observations, look),
  ];
}

function header({ target, level, seed, startedAt }: Report, { colors, width }: Look): string[] {
  const { bold, cyan, dim } = colors;
  const facts = [
    ...(target.source === 'run' ? [] : ['judged from a recording']),
    ...(level === null ? [] : [`level ${level}`]),
    ...(seed === null ? [] : [`seed ${seed}`]),
    ...(startedAt === null ? [] : [`${dateAndTime(startedAt, 'minute')} UTC`]),
  ];
  const messages = target.messagesUrl;
  const isElsewhere = messages !== null && messages !== target.baseUrl;
  return [
    `${bold('Contract check')} of ${cyan(oneLine(target.baseUrl))}`,
    ...(isElsewhere ? [dim(`messages at ${oneLine(messages)}`)] : []),
    ...wrap(facts.join(' · '), width - 2).map(dim),
  ];
}

/** The folded form shows up to this number of rules of a section one by one. */
const FEW = 3;
/** A longer id has its own line. */
const ID_WIDTH = 32;

/** Folded: many passed or skipped rules are a count. */
function sectionLines({ heading, rules }: RuleSection, look: Look, isFolded: boolean, idWidth: number): string[] {
  const { colors, width } = look;
  const groups = isFolded ? (['pass', 'skipped'] as const).map((outcome) => rulesWithOutcome(rules, outcome)) : [];
  const folds = groups.filter(({ length }) => length > FEW);
  const shown = rules.filter((rule) => !folds.flat().includes(rule));
  return [
    ...wrap(heading, width - 2).map(colors.bold),
    ...shown.flatMap((rule) => ruleLines(rule, look, idWidth)),
    ...folds.flatMap((fold) => foldLines(fold, look)),
  ];
}

function foldLines(fold: readonly ReportedRule[], { colors, width }: Look): string[] {
  const outcome = fold[0]?.outcome ?? 'pass';
  const reasons = [...new Set(fold.flatMap(({ reason }) => (reason === null ? [] : [oneLine(reason)])))];
  const why = reasons.length === 0 ? '' : ` (${reasons.join(', ')})`;
  const count = `${counted(fold.length, 'rule')} ${outcomeLooks[outcome].name}`;
  const lines = wrap(count + colors.dim(why), width - 6);
  return marked(signOf(outcome, colors), lines).map((line) => `  ${line}`);
}

function ruleLines(rule: ReportedRule, { colors, width }: Look, idWidth: number): string[] {
  const outcome = reportedOutcomeOf(rule);
  const why = outcome === 'skipped' && rule.reason !== null ? ` (${rule.reason})` : '';
  const title = oneLine(rule.title + why);
  const lines = besideOrBelow(rule.id, idWidth, width - 6, (room) => wrap(title, room).map(colors.dim));
  return marked(signOf(outcome, colors), lines).map((line) => `  ${line}`);
}

function signOf(outcome: ReportedOutcome, { dim, green, red, yellow }: Colors): string {
  const paints = { pass: green, violation: red, waived: yellow, inconclusive: yellow, skipped: dim };
  return paints[outcome](outcomeLooks[outcome].sign);
}

/** Each violated rule with its evidence. The title is beside the id if there is room, else below it. */
function violations({ rules }: Report, transcript: Transcript, { colors, width }: Look): string[][] {
  return rulesWithOutcome(rules, 'violation').map((rule) => {
    const title = rule.title + (rule.severity === 'implied' ? ' (implied by the document)' : '');
    return [
      ...marked(signOf('violation', colors), titled(rule.id, title, width - 4, colors.bold, colors.dim)),
      ...violationText(rule, transcript, { colors, width: width - 4 }).map((line) => `  ${line}`),
    ];
  });
}

interface ListItem {
  readonly text: string;
  readonly detail: string;
}

/** A titled list with the sign of an outcome; nothing without items. */
function list(title: string, items: readonly ListItem[], outcome: ReportedOutcome, { colors, width }: Look): string[] {
  const lines = items.flatMap(({ text, detail }) => [
    ...marked(signOf(outcome, colors), wrap(text, width - 6)).map((line) => `  ${line}`),
    ...wrap(oneLine(detail), width - 6).map((line) => `    ${colors.dim(line)}`),
  ]);
  return lines.length === 0 ? [] : [colors.bold(title), ...lines];
}

/** Rules with the same reason are listed together. */
function inconclusiveItems(rules: readonly ReportedRule[]): ListItem[] {
  const inconclusive = rulesWithOutcome(rules, 'inconclusive');
  const reasons = [...new Set(inconclusive.map(({ reason }) => reason))];
  return reasons.map((reason) => {
    const ids = inconclusive.filter((rule) => rule.reason === reason).map(({ id }) => id);
    return { text: ids.join(', '), detail: reason ?? '' };
  });
}

const QUESTION_WIDTH = 24;
/** The JSON and the HTML page have the whole text. */
const MOST_LINES = 3;

/** The observed choices for the open questions, and how many were not observed. */
function observationTable(observations: readonly ReportedObservation[], look: Look): string[] {
  const seen = observations.filter(({ exchanges }) => exchanges.length > 0);
  const unseen = observations.length - seen.length;
  if (observations.length === 0) return [];
  const more = `${counted(unseen, 'more question')} not observed; the reports say why`;
  return [
    look.colors.bold('Open questions'),
    ...seen.flatMap((each) => observationLines(each, look)),
    ...(unseen === 0 ? [] : wrap(more, look.width - 4).map((line) => `  ${look.colors.dim(line)}`)),
  ];
}

/** The choice, then what was observed. */
function observationLines(observation: ReportedObservation, { colors, width }: Look): string[] {
  const { id, choice, note } = observation;
  const lines = besideOrBelow(id, QUESTION_WIDTH, width - 4, (room) => {
    const shorten = (text: string) => wrap(cut(text, room * MOST_LINES), room);
    const choices = choice === null ? [] : shorten(choiceText(observation));
    const notes = shorten(oneLine(note)).map(colors.dim);
    const isShort = choices.length === 1 && (choices[0] ?? '').length + note.length + 2 <= room;
    return isShort ? [`${choices[0]}  ${notes[0]}`] : [...choices, ...notes];
  });
  return lines.map((line) => `  ${line}`);
}

interface FooterRow {
  readonly label: string;
  /** Without a text the row is left out. */
  readonly text: string | null | undefined;
  /** A command or a file name: not wrapped, so that it can be copied. */
  readonly isCopied?: boolean;
}

const FOOTER_LABEL_WIDTH = 12;

function factRows({ coverage, requests }: Report, transcript: Transcript): FooterRow[] {
  const { judged, statements, cannotBeShown } = coverage;
  const of = requests.budget === null ? '' : ` of at most ${requests.budget}`;
  const covered = `${judged} of ${statements} judged, ${cannotBeShown} cannot be verified by requests`;
  return [
    { label: 'Statements', text: covered },
    { label: 'Requests', text: `${requests.sent}${of}, in ${durationOf(transcript)}` },
  ];
}

/** Why the run ended as it did, unless the last line says so. */
function endingRows({ summary: { violation, stopped, leftBehind, exitCode } }: Report): FooterRow[] {
  return [
    { label: 'Stopped', text: violation === 0 && exitCode !== 1 ? null : stopped },
    { label: 'Not restored', text: leftBehind, isCopied: true },
  ];
}

function fileRows({ files: { html, har } = {} }: ConsoleOptions): FooterRow[] {
  return [
    { label: 'Report', text: html, isCopied: true },
    { label: 'Exchanges', text: har, isCopied: true },
  ];
}

function footer(rows: readonly FooterRow[], { colors, width }: Look): string[] {
  return rows.flatMap(({ label, text, isCopied = false }) => {
    const room = isCopied ? Number.POSITIVE_INFINITY : width - FOOTER_LABEL_WIDTH - 4;
    return text ? columns(label, wrap(oneLine(text), room), FOOTER_LABEL_WIDTH, colors.dim) : [];
  });
}

function conclusionLines(report: Report, { colors, width, isTerminal }: ConsoleOptions & Look): string[] {
  const paint = { 0: colors.green, 1: colors.red, 3: colors.yellow }[report.summary.exitCode];
  const conclusion = conclusionOf(report);
  return (isTerminal === true ? wrap(conclusion, width - 2) : [conclusion]).map((line) => colors.bold(paint(line)));
}
