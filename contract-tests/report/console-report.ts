import { oneLine } from '../../src/json/one-line.js';
import type { Transcript } from '../../src/transcript/transcript.js';
import type { Colors } from './colors.js';
import { conclusionOf } from './conclusion.js';
import { observationTable } from './console-observations.js';
import { ruleList } from './console-rules.js';
import { violationTexts } from './console-violations.js';
import { durationOf } from './duration.js';
import { layOut } from './lay-out.js';
import { minuteText } from './minute-text.js';
import type { Report } from './report.js';
import { rulesStanding, waiverNote } from './standing.js';
import { wrap } from './wrap.js';

export interface ConsoleOptions {
  readonly colors: Colors;
  /** Shows the rules of a section that were kept, or not run, as a count where they are many. */
  readonly isFolded?: boolean;
  /** Lists the statements that no request can show. */
  readonly showsCoverage?: boolean;
  /** Where more is to be seen, as a user would type it. */
  readonly files?: { readonly html?: string; readonly har?: string };
}

const WIDTH = 100;

/** Writes a report for people: the rules, then what is wrong in full, then the rest, and how it ended in the last line. */
export function consoleReport(report: Report, transcript: Transcript, options: ConsoleOptions): string {
  const { colors } = options;
  const { pass, violation, waived } = report.summary;
  const last = [footer(report, transcript, options), [conclusionLine(report, colors)]];
  // Where nothing could be judged, the reason must not drown in all that could not be told.
  if (pass + violation + waived === 0) return layOut([header(report, colors), ...last]);
  const blocks = [
    header(report, colors),
    ...ruleList(report.rules, colors, options.isFolded === true),
    ...violationTexts(report, transcript, colors),
    untoldList(report, colors),
    waiverList(report, colors),
    observationTable(report.observations, colors),
    options.showsCoverage === true ? unshownList(report, colors) : [],
    ...last,
  ];
  return layOut(blocks);
}

/** Writes what is wrong and how it ended. */
export function quietReport(report: Report, transcript: Transcript, { colors }: ConsoleOptions): string {
  return layOut([
    ...violationTexts(report, transcript, colors),
    rowLines(endingRows(report), colors),
    [conclusionLine(report, colors)],
  ]);
}

function header({ target, level, seed, startedAt }: Report, { bold, cyan, dim }: Colors): string[] {
  const facts = [
    target.source === 'run' ? 'checked just now' : 'judged from a recording',
    ...(level === null ? [] : [`level ${level}`]),
    ...(seed === null ? [] : [`seed ${seed}`]),
    ...(startedAt === null ? [] : [`${minuteText(startedAt)} UTC`]),
  ];
  const messages = target.messagesUrl;
  const isElsewhere = messages !== null && messages !== target.baseUrl;
  return [
    `${bold('Contract check')} of ${cyan(oneLine(target.baseUrl))}`,
    ...(isElsewhere ? [dim(`messages at ${oneLine(messages)}`)] : []),
    dim(facts.slice(target.source === 'run' ? 1 : 0).join(' · ')),
  ];
}

/** Rules that share a reason are told together. */
function untoldList({ rules }: Report, { bold, dim, yellow }: Colors): string[] {
  const untold = rulesStanding(rules, 'inconclusive');
  const reasons = new Set(untold.map(({ reason }) => reason ?? ''));
  const lines = [...reasons].flatMap((reason) => {
    const ids = untold.filter((rule) => (rule.reason ?? '') === reason).map(({ id }) => id);
    return [
      ...wrap(ids.join(', '), WIDTH - 8).map((line, index) => `${index === 0 ? yellow('?') : ' '} ${line}`),
      ...wrap(oneLine(reason), WIDTH - 8).map((line) => `  ${dim(line)}`),
    ];
  });
  return lines.length === 0 ? [] : [bold('Could not be told'), ...lines.map((line) => `  ${line}`)];
}

function waiverList({ rules }: Report, { bold, dim }: Colors): string[] {
  const noted = rules.flatMap((rule) => {
    const note = waiverNote(rule);
    return note === undefined ? [] : [rule.id, ...wrap(oneLine(note), WIDTH - 8).map((line) => `  ${dim(line)}`)];
  });
  return noted.length === 0 ? [] : [bold('Waivers'), ...noted.map((line) => `  ${line}`)];
}

function unshownList({ coverage }: Report, { bold, dim }: Colors): string[] {
  const unshown = coverage.details.filter(({ state }) => state === 'cannot-be-shown');
  if (unshown.length === 0) return [];
  const lines = unshown.flatMap(({ statement, reason }) => [
    ...wrap(`§${statement.section} “${statement.sentence}”`, WIDTH - 6),
    ...wrap(reason ?? '', WIDTH - 8).map((line) => `  ${dim(line)}`),
  ]);
  return [bold('What no request can show'), ...lines.map((line) => `  ${line}`)];
}

function footer(report: Report, transcript: Transcript, { colors, files = {} }: ConsoleOptions): string[] {
  const { coverage, requests } = report;
  const of = requests.budget === null ? '' : ` of ${requests.budget} at most`;
  const rows: Row[] = [
    ['Promises', `${coverage.judged} of ${coverage.statements} judged, ${coverage.cannotBeShown} no request can show`],
    ['Requests', `${requests.sent}${of}, in ${durationOf(transcript)}`],
  ];
  rows.push(...endingRows(report));
  if (files.html !== undefined) rows.push(['Report', files.html]);
  if (files.har !== undefined) rows.push(['Exchanges', files.har]);
  return rowLines(rows, colors);
}

const LEFT_BEHIND = 'Left behind';

type Row = readonly [label: string, text: string];

/** Why the run ended as it did, where the last line has no room for it. */
function endingRows({ summary }: Report): Row[] {
  const { violation, stopped, leftBehind, exitCode } = summary;
  const isToldLast = violation === 0 && exitCode !== 1;
  return [
    ...(stopped === null || isToldLast ? [] : [['Stopped', stopped] as const]),
    ...(leftBehind === null ? [] : [[LEFT_BEHIND, leftBehind] as const]),
  ];
}

function rowLines(rows: readonly Row[], colors: Colors): string[] {
  return rows.flatMap(([label, text]) => {
    // It holds a command to copy.
    const lines = label === LEFT_BEHIND ? [oneLine(text)] : wrap(oneLine(text), WIDTH - 15);
    return lines.map((line, index) => `${colors.dim((index === 0 ? label : '').padEnd(11))}  ${line}`);
  });
}

function conclusionLine(report: Report, { bold, green, red, yellow }: Colors): string {
  const paint = { 0: green, 1: red, 3: yellow }[report.summary.exitCode];
  return bold(paint(conclusionOf(report)));
}
