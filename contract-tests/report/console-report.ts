import type { Transcript } from '../../src/exchange/transcript.js';
import { counted, oneLine } from '../../src/spec/quoting.js';
import { dateAndTime } from '../../src/spec/times.js';
import { ruleList, violationTexts } from './console-rules.js';
import {
  choiceText,
  conclusionOf,
  durationOf,
  type Report,
  type ReportedObservation,
  rulesWithOutcome,
  waiverNote,
} from './report.js';
import { type Colors, cut, layOut, wrap } from './terminal-text.js';

export interface ConsoleOptions {
  readonly colors: Colors;
  /** Columns of what shows it; default 80. Only what is to be copied is longer. */
  readonly width?: number;
  /** Breaks the last line, too, which a script may read. */
  readonly isTerminal?: boolean;
  /** Shows the rules of a section that were kept, or not run, as a count where they are many. */
  readonly isFolded?: boolean;
  /** Lists the statements that no request can show. */
  readonly showsCoverage?: boolean;
  /** Where more is to be seen, as a user would type it. */
  readonly files?: { readonly html?: string; readonly har?: string };
}

const USUAL_WIDTH = 80;

/** Writes a report for people: the rules, then what is wrong in full, then the rest, and how it ended in the last line. */
export function consoleReport(report: Report, transcript: Transcript, options: ConsoleOptions): string {
  const { colors, width = USUAL_WIDTH } = options;
  const { pass, violation, waived } = report.summary;
  const last = [footer(report, transcript, { ...options, width }), conclusionLines(report, options)];
  // Where nothing could be judged, the reason must not drown in all that could not be told.
  if (pass + violation + waived === 0) return layOut([header(report, colors, width), ...last]);
  const blocks = [
    header(report, colors, width),
    ...ruleList(report.rules, { colors, width, isFolded: options.isFolded === true }),
    ...violationTexts(report, transcript, colors, width),
    inconclusiveList(report, colors, width),
    waiverList(report, colors, width),
    observationTable(report.observations, colors, width),
    options.showsCoverage === true ? unverifiableList(report, colors, width) : [],
    ...last,
  ];
  return layOut(blocks);
}

/** Writes what is wrong and how it ended. */
export function quietReport(report: Report, transcript: Transcript, options: ConsoleOptions): string {
  const { colors, width = USUAL_WIDTH } = options;
  return layOut([
    ...violationTexts(report, transcript, colors, width),
    endingLines(report, colors, width),
    conclusionLines(report, options),
  ]);
}

function header({ target, level, seed, startedAt }: Report, { bold, cyan, dim }: Colors, width: number): string[] {
  const facts = [
    target.source === 'run' ? 'checked just now' : 'judged from a recording',
    ...(level === null ? [] : [`level ${level}`]),
    ...(seed === null ? [] : [`seed ${seed}`]),
    ...(startedAt === null ? [] : [`${dateAndTime(startedAt, 'minute')} UTC`]),
  ];
  const messages = target.messagesUrl;
  const isElsewhere = messages !== null && messages !== target.baseUrl;
  return [
    `${bold('Contract check')} of ${cyan(oneLine(target.baseUrl))}`,
    ...(isElsewhere ? [dim(`messages at ${oneLine(messages)}`)] : []),
    ...wrap(facts.slice(target.source === 'run' ? 1 : 0).join(' · '), width - 2).map(dim),
  ];
}

/** Rules that share a reason are told together. */
function inconclusiveList({ rules }: Report, { bold, dim, yellow }: Colors, width: number): string[] {
  const untold = rulesWithOutcome(rules, 'inconclusive');
  const reasons = new Set(untold.map(({ reason }) => reason ?? ''));
  const lines = [...reasons].flatMap((reason) => {
    const ids = untold.filter((rule) => (rule.reason ?? '') === reason).map(({ id }) => id);
    return [
      ...wrap(ids.join(', '), width - 6).map((line, index) => `${index === 0 ? yellow('?') : ' '} ${line}`),
      ...wrap(oneLine(reason), width - 6).map((line) => `  ${dim(line)}`),
    ];
  });
  return lines.length === 0 ? [] : [bold('Could not be told'), ...lines.map((line) => `  ${line}`)];
}

function waiverList({ rules }: Report, { bold, dim }: Colors, width: number): string[] {
  const noted = rules.flatMap((rule) => {
    const note = waiverNote(rule);
    return note === undefined ? [] : [rule.id, ...wrap(oneLine(note), width - 6).map((line) => `  ${dim(line)}`)];
  });
  return noted.length === 0 ? [] : [bold('Waivers'), ...noted.map((line) => `  ${line}`)];
}

function unverifiableList({ coverage }: Report, { bold, dim }: Colors, width: number): string[] {
  const unshown = coverage.details.filter(({ state }) => state === 'cannot-be-shown');
  if (unshown.length === 0) return [];
  const lines = unshown.flatMap(({ statement, reason }) => [
    ...wrap(`§${statement.section} “${statement.sentence}”`, width - 4),
    ...wrap(reason ?? '', width - 6).map((line) => `  ${dim(line)}`),
  ]);
  return [bold('What no request can show'), ...lines.map((line) => `  ${line}`)];
}

function conclusionLines(report: Report, { colors, width = USUAL_WIDTH, isTerminal }: ConsoleOptions): string[] {
  const { bold, green, red, yellow } = colors;
  const paint = { 0: green, 1: red, 3: yellow }[report.summary.exitCode];
  const conclusion = conclusionOf(report);
  return (isTerminal === true ? wrap(conclusion, width - 2) : [conclusion]).map((line) => bold(paint(line)));
}

interface FooterOptions {
  readonly colors: Colors;
  /** Columns of what shows it. */
  readonly width: number;
  /** Where more is to be seen, as a user would type it. */
  readonly files?: { readonly html?: string; readonly har?: string };
}

/** What was covered, how long it took, why it ended as it did, and where more is to be seen. */
function footer(report: Report, transcript: Transcript, { colors, width, files = {} }: FooterOptions): string[] {
  const { coverage, requests } = report;
  const of = requests.budget === null ? '' : ` of ${requests.budget} at most`;
  const rows: FooterRow[] = [
    ['Promises', `${coverage.judged} of ${coverage.statements} judged, ${coverage.cannotBeShown} no request can show`],
    ['Requests', `${requests.sent}${of}, in ${durationOf(transcript)}`],
  ];
  rows.push(...endingRows(report));
  if (files.html !== undefined) rows.push([REPORT, files.html]);
  if (files.har !== undefined) rows.push([EXCHANGES, files.har]);
  return footerLines(rows, colors, width);
}

const LEFT_BEHIND = 'Left behind';
const REPORT = 'Report';
const EXCHANGES = 'Exchanges';
const COPIED: readonly string[] = [LEFT_BEHIND, REPORT, EXCHANGES];

type FooterRow = readonly [label: string, text: string];

/** Why the run ended as it did, where the last line has no room for it. */
function endingLines(report: Report, colors: Colors, width: number): string[] {
  return footerLines(endingRows(report), colors, width);
}

function endingRows({ summary }: Report): FooterRow[] {
  const { violation, stopped, leftBehind, exitCode } = summary;
  const isToldLast = violation === 0 && exitCode !== 1;
  return [
    ...(stopped === null || isToldLast ? [] : [['Stopped', stopped] as const]),
    ...(leftBehind === null ? [] : [[LEFT_BEHIND, leftBehind] as const]),
  ];
}

function footerLines(rows: readonly FooterRow[], colors: Colors, width: number): string[] {
  return rows.flatMap(([label, text]) => {
    // It holds a command to copy, or is a file's name.
    const lines = COPIED.includes(label) ? [oneLine(text)] : wrap(oneLine(text), width - 15);
    return lines.map((line, index) => `${colors.dim((index === 0 ? label : '').padEnd(11))}  ${line}`);
  });
}

const ID_WIDTH = 24;
/** Where less is left beside the ids, answers stand below them. */
const LEAST_WIDTH_BESIDE = 32;
/** The whole of it stands in the JSON and on the page. */
const MOST_LINES = 3;

/** How the deployment answers what the document leaves open, as a table, and which of it was not seen. */
function observationTable(observations: readonly ReportedObservation[], colors: Colors, width: number): string[] {
  const seen = observations.filter(({ exchanges }) => exchanges.length > 0);
  const unseen = observations.length - seen.length;
  if (observations.length === 0) return [];
  return [
    colors.bold('What the document leaves open'),
    ...seen.flatMap((each) => observationLines(each, colors, width)),
    ...(unseen === 0
      ? []
      : wrap(`${counted(unseen, 'question')} more could not be seen; the reports tell why`, width - 4).map(
          (line) => `  ${colors.dim(line)}`,
        )),
  ];
}

/** The answer where it was told, then what was seen. */
function observationLines(observation: ReportedObservation, { dim }: Colors, width: number): string[] {
  const { id, choice, note } = observation;
  const isBeside = width - ID_WIDTH - 6 >= LEAST_WIDTH_BESIDE;
  const room = isBeside ? width - ID_WIDTH - 6 : width - 6;
  const shorten = (text: string) => wrap(cut(text, room * MOST_LINES), room);
  const choices = choice === null ? [] : shorten(choiceText(observation));
  const notes = shorten(oneLine(note)).map(dim);
  const isShort = choices.length === 1 && (choices[0] ?? '').length + note.length + 2 <= room;
  const lines = isShort ? [`${choices[0]}  ${notes[0]}`] : [...choices, ...notes];
  if (!isBeside) return [`  ${id}`, ...lines.map((line) => `    ${line}`)];
  return lines.map((line, index) => `  ${(index === 0 ? id : '').padEnd(ID_WIDTH)}  ${line}`);
}
