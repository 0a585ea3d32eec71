import type { Transcript } from '../../src/exchange/transcript.js';
import { type JsonValue, writeJson } from '../../src/json/json.js';
import { oneLine, plainLines } from '../../src/json/quoting.js';
import { type Markup, markup } from './html/markup.js';
import {
  documentText,
  partialPlanText,
  type Report,
  type ReportedRule,
  reportedOutcomeOf,
  rulesBySection,
  rulesWithOutcome,
  suiteText,
  timingOf,
  uncountedNote,
  waiverNote,
} from './report.js';
import { cut, workflowCommand } from './terminal-text.js';
import { plainLook, violationText } from './violation-text.js';

/** The report itself has the whole text. */
const LONGEST_TITLE = 120;

export function annotations(report: Report, transcript: Transcript): string {
  const { stopped, leftBehind, staleWaivers } = report.summary;
  const commands = [
    ...rulesWithOutcome(report.rules, 'violation').map((rule) => {
      const { problem, details } = violationText(rule, transcript, plainLook);
      return workflowCommand('error', cut(problem, LONGEST_TITLE), details.join('\n'));
    }),
    ...rulesWithOutcome(report.rules, 'uncounted')
      .filter(({ outcome }) => outcome === 'violation')
      .map((rule) => workflowCommand('warning', rule.id, oneLine(uncountedNote(rule) ?? ''))),
    ...(stopped === null ? [] : [workflowCommand('warning', 'The run stopped early', oneLine(stopped))]),
    ...(leftBehind === null ? [] : [workflowCommand('warning', 'The stock was not restored', oneLine(leftBehind))]),
    ...staleWaivers.map((name) =>
      workflowCommand('warning', 'A waiver covers nothing', `Remove the waiver of ${name}`),
    ),
  ];
  return commands.map((line) => `${line}\n`).join('');
}

/** Writes a report as JSON, without rounding numbers. Safe to print to a terminal or a CI log. */
export function jsonReport(report: Report | JsonValue): string {
  // Control characters are escaped as in JSON, and so is the second `#` of a CI system's command.
  return plainLines(`${writeJson(report, '  ')}\n`).replaceAll('##', '#\\u0023');
}

/**
 * Writes JUnit XML: a suite for each section of the document, a case for each rule. Inconclusive and waived rules count as skipped.
 * `time` is what the judged exchanges took, in seconds; one that several rules judge counts for each of them.
 */
export function junitReport(report: Report, transcript: Transcript): string {
  const { target, level, seed, summary, startedAt, rules } = report;
  const { stopped, leftBehind } = summary;
  const plan = partialPlanText(report) ?? null;
  const of = { suite: suiteText(report), document: documentText(report) };
  const facts = { ...of, target: target.baseUrl, messages: target.messagesUrl, level, seed, plan, stopped, leftBehind };
  const properties = Object.entries(facts)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => markup`<property name="${name}" value="${oneLine(`${value}`)}"/>`);
  const timestamp = startedAt !== null && markup` timestamp="${startedAt.replace(/\.\d+Z$/, '')}"`;
  const { msOf } = timingOf(transcript);
  const attributesOf = (own: readonly ReportedRule[]) =>
    markup`${countsOf(own)} ${timeOf(own.flatMap(({ exchanges }) => exchanges))}`;
  const timeOf = (exchanges: readonly number[]) => markup`time="${(msOf(exchanges) / 1_000).toFixed(3)}"`;
  const suites = rulesBySection(rules).map(({ heading, rules: own }) => {
    const cases = own.map(
      (rule) => markup`${'\n'}
        <testcase name="${rule.id}: ${rule.title}" classname="${heading}" ${timeOf(rule.exchanges)}>${resultOf(rule, transcript)}</testcase>`,
    );
    return markup`${'\n'}
      <testsuite name="${heading}"${attributesOf(own)}${timestamp}><properties>${properties}</properties>${cases}</testsuite>`;
  });
  const root = markup`<testsuites name="Petstore contract"${attributesOf(rules)}>${suites}</testsuites>`;
  // XML also forbids two characters and `]]>`, and `##` starts a command in the logs of some CI systems.
  return plainLines(`<?xml version="1.0" encoding="UTF-8"?>\n${root.text}\n`)
    .replace(/[\ufffe\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16)}`)
    .replaceAll(']]>', ']]&gt;')
    .replaceAll('##', '#&#35;');
}

function countsOf(rules: readonly ReportedRule[]): Markup {
  const failures = rulesWithOutcome(rules, 'violation').length;
  const skipped = rules.length - failures - rulesWithOutcome(rules, 'pass').length;
  return markup` tests="${rules.length}" failures="${failures}" errors="0" skipped="${skipped}"`;
}

function resultOf(rule: ReportedRule, transcript: Transcript): Markup | undefined {
  const note = uncountedNote(rule) ?? waiverNote(rule);
  const outcome = reportedOutcomeOf(rule);
  if (outcome === 'pass') return note === undefined ? undefined : markup`<system-out>${note}</system-out>`;
  if (outcome !== 'violation') return markup`<skipped message="${oneLine(note ?? rule.reason ?? outcome)}"/>`;
  const { problem, details } = violationText(rule, transcript, plainLook);
  return markup`<failure message="${problem}" type="${rule.severity}">${[problem, ...details].join('\n')}</failure>`;
}
