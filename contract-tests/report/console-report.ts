import type { Transcript } from '../../src/exchange/transcript.js';
import { groupBy } from '../../src/json/group-by.js';
import { oneLine } from '../../src/json/quoting.js';
import { dateAndTime } from '../../src/json/times.js';
import {
  conclusionOf,
  durationOf,
  outageText,
  outcomeLooks,
  partialPlanText,
  type Report,
  type ReportedOutcome,
  type RuleSection,
  rulesBySection,
  rulesWithOutcome,
  uncountedNote,
  waiverNote,
} from './report.js';
import { type Colors, cut, type Look, labelled, layOut, prefixFirstLine, titled, wrap } from './terminal-text.js';
import { violationText } from './violation-text.js';

export interface ConsoleOptions extends Look {
  /** Files with more details, as a user would type their names. */
  readonly files?: { readonly html?: string; readonly har?: string };
}

export function consoleReport(report: Report, transcript: Transcript, options: ConsoleOptions): string {
  const { pass, violation, waived } = report.summary;
  // Where nothing could be judged, the reason must not drown in a list of inconclusive rules.
  const isJudged = report.chosenRules.length > 0 || pass + violation + waived > 0;
  return layOut([
    header(report, options),
    conclusionLines(report, options),
    ...(isJudged ? details(report, transcript, options) : []),
    footer(report, transcript, options),
    exclusiveLines(report, options),
  ]);
}

export function quietReport(report: Report, transcript: Transcript, options: ConsoleOptions): string {
  return layOut([
    ...violations(report, transcript, options),
    endingRows(report, options),
    conclusionLines(report, options),
  ]);
}

export function resultReport(report: Report, options: ConsoleOptions): string {
  return layOut([conclusionLines(report, options)]);
}

function details(report: Report, transcript: Transcript, look: Look): string[][] {
  const { rules } = report;
  const reasons = groupBy(rulesWithOutcome(rules, 'inconclusive'), ({ reason }) => reason ?? '');
  const inconclusive = [...reasons].map(([reason, own]) => [own.map(({ id }) => id).join(', '), reason] as const);
  const waivers = rules.map((rule) => [rule.id, waiverNote(rule) ?? ''] as const).filter(([, note]) => note !== '');
  const newer = rules.map((rule) => [rule.id, uncountedNote(rule) ?? ''] as const).filter(([, note]) => note !== '');
  return [
    ...violations(report, transcript, look),
    sectionCounts(rulesBySection(rules), look),
    list('Inconclusive', inconclusive, 'inconclusive', look),
    list('Waivers', waivers, 'waived', look),
    list('New rules', newer, 'uncounted', look),
  ];
}

function header({ target, suite, level, seed, startedAt, chosenRules }: Report, { colors, width }: Look): string[] {
  const { bold, cyan, dim } = colors;
  const facts = [
    ...(target.source === 'run' ? [] : ['judged from a recording']),
    ...(level === null ? [] : [`level ${level}`]),
    ...(seed === null ? [] : [`seed ${seed}`]),
    ...(suite.rulesUpTo === null ? [] : [`rules up to ${suite.rulesUpTo}`]),
    ...(chosenRules.length === 0 ? [] : [`only ${chosenRules.join(', ')}`]),
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

/** The worst outcome comes first: its sign stands for the section. */
const byWeight = ['violation', 'inconclusive', 'waived', 'pass', 'skipped', 'uncounted'] as const;

/** One line for each section: `✓ §5 Authentication  7 passed`. The counts are below each other if there is room. */
function sectionCounts(sections: readonly RuleSection[], { colors, width }: Look): string[] {
  const lines = sections.map(({ heading, rules }) => {
    const outcomes = byWeight.filter((outcome) => rulesWithOutcome(rules, outcome).length > 0);
    const counts = outcomes.map((one) => `${rulesWithOutcome(rules, one).length} ${outcomeLooks[one].name}`).join(', ');
    return { heading, counts, worst: outcomes[0] ?? 'pass' };
  });
  const longest = Math.max(...lines.map(({ heading }) => heading.length));
  const isAligned = lines.every(({ counts }) => longest + 2 + counts.length <= width - 4);
  return lines.flatMap(({ heading, counts, worst }) => {
    const name = isAligned ? heading.padEnd(longest) : cut(heading, width - 4);
    return prefixFirstLine(signOf(worst, colors), titled(name, counts, width - 4, String, colors.dim));
  });
}

function signOf(outcome: ReportedOutcome, { dim, green, red, yellow }: Colors): string {
  const paints = { pass: green, violation: red, waived: yellow, inconclusive: yellow, skipped: dim, uncounted: dim };
  return paints[outcome](outcomeLooks[outcome].sign);
}

function violations({ rules }: Report, transcript: Transcript, { colors, width }: Look): string[][] {
  return rulesWithOutcome(rules, 'violation').map((rule) => {
    const { problem, details } = violationText(rule, transcript, { colors, width: width - 4 });
    return prefixFirstLine(signOf('violation', colors), [...wrap(problem, width - 4).map(colors.bold), ...details]);
  });
}

/** A titled list with the sign of an outcome; nothing without items. */
function list(
  title: string,
  items: readonly (readonly [text: string, detail: string])[],
  outcome: ReportedOutcome,
  { colors, width }: Look,
): string[] {
  const lines = items.flatMap(([text, detail]) => [
    ...prefixFirstLine(signOf(outcome, colors), wrap(text, width - 6)).map((line) => `  ${line}`),
    ...wrap(oneLine(detail), width - 6).map((line) => `    ${colors.dim(line)}`),
  ]);
  return lines.length === 0 ? [] : [colors.bold(title), ...lines];
}

const FOOTER_LABEL_WIDTH = 12;

function footer(
  report: Report,
  transcript: Transcript,
  { files: { html, har } = {}, ...look }: ConsoleOptions,
): string[] {
  const { observations, requests } = report;
  const seen = observations.filter(({ exchanges }) => exchanges.length > 0).length;
  const of = requests.budget === null ? '' : ` of at most ${requests.budget}`;
  const beside = { ...look, width: look.width - 2, labelWidth: FOOTER_LABEL_WIDTH };
  const toCopy = { ...beside, width: Number.POSITIVE_INFINITY };
  return [
    ...labelled(
      'Observed',
      seen > 0 && `${seen} of ${observations.length} open questions (--report lists them)`,
      beside,
    ),
    ...labelled('Requests', `${requests.sent}${of}, in ${durationOf(transcript)}`, beside),
    ...labelled('Outage', outageText(report), beside),
    ...labelled('Plan', partialPlanText(report), beside),
    ...endingRows(report, look),
    ...labelled('Report', html, toCopy),
    ...labelled('Exchanges', har, toCopy),
  ];
}

function endingRows({ summary: { violation, stopped, leftBehind, exitCode } }: Report, look: Look): string[] {
  const beside = { ...look, width: look.width - 2, labelWidth: FOOTER_LABEL_WIDTH };
  return [
    ...labelled('Stopped', (violation > 0 || exitCode === 1) && stopped, beside),
    ...labelled('Not restored', leftBehind, { ...beside, width: Number.POSITIVE_INFINITY }),
  ];
}

function exclusiveLines({ rules }: Report, { colors, width }: Look): string[] {
  const count = rules.filter(({ decidedBy }) => decidedBy === 'exclusive').length;
  if (count === 0) return [];
  const [are, them] = count === 1 ? ['rule is', 'it'] : ['rules are', 'them'];
  const text = `${count} ${are} undecided because others may use the key or the store; --exclusive would decide ${them}`;
  return wrap(text, width - 2).map(colors.yellow);
}

/** Not wrapped: a script may read it. */
function conclusionLines(report: Report, { colors }: Look): string[] {
  const paint = { 0: colors.green, 1: colors.red, 3: colors.yellow }[report.summary.exitCode];
  return [colors.bold(paint(conclusionOf(report)))];
}
