import { oneLine } from '../../src/json/one-line.js';
import type { Transcript } from '../../src/transcript/transcript.js';
import type { Colors } from './colors.js';
import { conclusionOf } from './conclusion.js';
import { endingLines, footer } from './console-footer.js';
import { observationTable } from './console-observations.js';
import { ruleList } from './console-rules.js';
import { violationTexts } from './console-violations.js';
import { layOut } from './lay-out.js';
import { minuteText } from './minute-text.js';
import type { Report } from './report.js';
import { rulesStanding, waiverNote } from './standing.js';
import { wrap } from './wrap.js';

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
    untoldList(report, colors, width),
    waiverList(report, colors, width),
    observationTable(report.observations, colors, width),
    options.showsCoverage === true ? unshownList(report, colors, width) : [],
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
    ...(startedAt === null ? [] : [`${minuteText(startedAt)} UTC`]),
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
function untoldList({ rules }: Report, { bold, dim, yellow }: Colors, width: number): string[] {
  const untold = rulesStanding(rules, 'inconclusive');
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

function unshownList({ coverage }: Report, { bold, dim }: Colors, width: number): string[] {
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
