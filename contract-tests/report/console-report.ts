import type { Transcript } from '../../src/exchange/transcript.js';
import { counted, oneLine } from '../../src/spec/quoting.js';
import { dateAndTime } from '../../src/spec/times.js';
import { ruleList, violationTexts } from './console-rules.js';
import {
  choiceText,
  conclusionOf,
  durationOf,
  quoted,
  type Report,
  type ReportedObservation,
  rulesWithOutcome,
  waiverNote,
} from './report.js';
import { type Colors, columns, cut, layOut, wrap } from './terminal-text.js';

export interface ConsoleOptions {
  readonly colors: Colors;
  /** Columns of the terminal; default 80. Only commands and file names are longer. */
  readonly width?: number;
  /** Wraps the last line too, which a script may read. */
  readonly isTerminal?: boolean;
  /** Shows the passed or skipped rules of a section as a count if there are many. */
  readonly isFolded?: boolean;
  /** Lists the statements that no request can verify. */
  readonly showsCoverage?: boolean;
  /** Files with more details, as a user would type their names. */
  readonly files?: { readonly html?: string; readonly har?: string };
}

/** The same with its defaults. */
interface Look extends ConsoleOptions {
  readonly width: number;
}

const USUAL_WIDTH = 80;

/** Writes a report for people: the rules, each violation in full, the rest, and the result in the last line. */
export function consoleReport(report: Report, transcript: Transcript, options: ConsoleOptions): string {
  const look = { width: USUAL_WIDTH, ...options };
  const { colors, width } = look;
  const { pass, violation, waived } = report.summary;
  const last = [footer(report, transcript, look), conclusionLines(report, look)];
  // Where nothing could be judged, the reason must not drown in a list of inconclusive rules.
  if (pass + violation + waived === 0) return layOut([header(report, look), ...last]);
  return layOut([
    header(report, look),
    ...ruleList(report.rules, { colors, width, isFolded: options.isFolded === true }),
    ...violationTexts(report, transcript, colors, width),
    inconclusiveList(report, look),
    waiverList(report, look),
    observationTable(report.observations, look),
    options.showsCoverage === true ? unverifiableList(report, look) : [],
    ...last,
  ]);
}

/** Writes the violations and the result only. */
export function quietReport(report: Report, transcript: Transcript, options: ConsoleOptions): string {
  const look = { width: USUAL_WIDTH, ...options };
  return layOut([
    ...violationTexts(report, transcript, look.colors, look.width),
    footerLines(endingRows(report), look),
    conclusionLines(report, look),
  ]);
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

/** A titled list, or nothing without lines. */
function list(title: string, lines: readonly string[], { colors }: Look): string[] {
  return lines.length === 0 ? [] : [colors.bold(title), ...lines.map((line) => `  ${line}`)];
}

/** Rules with the same reason are listed together. */
function inconclusiveList({ rules }: Report, look: Look): string[] {
  const { colors, width } = look;
  const inconclusive = rulesWithOutcome(rules, 'inconclusive');
  const reasons = new Set(inconclusive.map(({ reason }) => reason ?? ''));
  const lines = [...reasons].flatMap((reason) => {
    const ids = inconclusive.filter((rule) => (rule.reason ?? '') === reason).map(({ id }) => id);
    return [
      ...wrap(ids.join(', '), width - 6).map((line, index) => `${index === 0 ? colors.yellow('?') : ' '} ${line}`),
      ...wrap(oneLine(reason), width - 6).map((line) => `  ${colors.dim(line)}`),
    ];
  });
  return list('Inconclusive', lines, look);
}

function waiverList({ rules }: Report, look: Look): string[] {
  const lines = rules.flatMap((rule) => {
    const note = waiverNote(rule);
    if (note === undefined) return [];
    return [rule.id, ...wrap(oneLine(note), look.width - 6).map((line) => `  ${look.colors.dim(line)}`)];
  });
  return list('Waivers', lines, look);
}

function unverifiableList({ coverage }: Report, look: Look): string[] {
  const own = coverage.details.filter(({ state }) => state === 'cannot-be-shown');
  const lines = own.flatMap(({ statement, reason }) => [
    ...wrap(quoted(statement), look.width - 4),
    ...wrap(reason ?? '', look.width - 6).map((line) => `  ${look.colors.dim(line)}`),
  ]);
  return list('Statements that no request can verify', lines, look);
}

function conclusionLines(report: Report, { colors, width, isTerminal }: Look): string[] {
  const paint = { 0: colors.green, 1: colors.red, 3: colors.yellow }[report.summary.exitCode];
  const conclusion = conclusionOf(report);
  return (isTerminal === true ? wrap(conclusion, width - 2) : [conclusion]).map((line) => colors.bold(paint(line)));
}

interface FooterRow {
  readonly label: string;
  readonly text: string;
  /** A command or a file name: not wrapped, so that it can be copied. */
  readonly isCopied?: boolean;
}

const FOOTER_LABEL_WIDTH = 12;

/** Coverage, requests, why the run ended as it did, and the files with more details. */
function footer(report: Report, transcript: Transcript, look: Look): string[] {
  const { coverage, requests } = report;
  const { files = {} } = look;
  const of = requests.budget === null ? '' : ` of at most ${requests.budget}`;
  const judged = `${coverage.judged} of ${coverage.statements} judged`;
  const rows: FooterRow[] = [
    { label: 'Statements', text: `${judged}, ${coverage.cannotBeShown} cannot be verified by requests` },
    { label: 'Requests', text: `${requests.sent}${of}, in ${durationOf(transcript)}` },
    ...endingRows(report),
  ];
  if (files.html !== undefined) rows.push({ label: 'Report', text: files.html, isCopied: true });
  if (files.har !== undefined) rows.push({ label: 'Exchanges', text: files.har, isCopied: true });
  return footerLines(rows, look);
}

/** Why the run ended as it did, unless the last line says so. */
function endingRows({ summary }: Report): FooterRow[] {
  const { violation, stopped, leftBehind, exitCode } = summary;
  const isInConclusion = violation === 0 && exitCode !== 1;
  return [
    ...(stopped === null || isInConclusion ? [] : [{ label: 'Stopped', text: stopped }]),
    ...(leftBehind === null ? [] : [{ label: 'Not restored', text: leftBehind, isCopied: true }]),
  ];
}

function footerLines(rows: readonly FooterRow[], { colors, width }: Look): string[] {
  return rows.flatMap(({ label, text, isCopied }) => {
    const lines = isCopied === true ? [oneLine(text)] : wrap(oneLine(text), width - FOOTER_LABEL_WIDTH - 4);
    return columns(label, lines, FOOTER_LABEL_WIDTH, colors.dim);
  });
}

const ID_WIDTH = 24;
/** With less room beside the ids, choices are below them. */
const LEAST_WIDTH_BESIDE = 32;
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
  const isBeside = width - ID_WIDTH - 6 >= LEAST_WIDTH_BESIDE;
  const room = isBeside ? width - ID_WIDTH - 6 : width - 6;
  const shorten = (text: string) => wrap(cut(text, room * MOST_LINES), room);
  const choices = choice === null ? [] : shorten(choiceText(observation));
  const notes = shorten(oneLine(note)).map(colors.dim);
  const isShort = choices.length === 1 && (choices[0] ?? '').length + note.length + 2 <= room;
  const lines = isShort ? [`${choices[0]}  ${notes[0]}`] : [...choices, ...notes];
  if (!isBeside) return [`  ${id}`, ...lines.map((line) => `    ${line}`)];
  return columns(id, lines, ID_WIDTH).map((line) => `  ${line}`);
}
