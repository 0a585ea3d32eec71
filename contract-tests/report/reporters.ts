import { stringify } from 'lossless-json';
import type { Transcript } from '../../src/exchange/transcript.js';
import { counted, oneLine, plainLines } from '../../src/spec/quoting.js';
import { type ConsoleOptions, consoleReport, quietReport } from './console-report.js';
import { junitReport } from './junit-report.js';
import { type Report, type ReportedRule, rulesWithOutcome, violatedStatements, waiverNote } from './report.js';
import { exchangeLine, workflowCommand } from './terminal-text.js';

/** Creates a text of a report. */
export type Reporter = (report: Report, transcript: Transcript, options: ConsoleOptions) => string;

/** What can be printed, by the name that a user gives. */
export const reporters = {
  /** For people; every rule by itself, unless the options fold them. */
  list: consoleReport,
  /** What is wrong, and how it ended. */
  quiet: quietReport,
  /** As `list`, and annotations for GitHub. */
  github: githubReport,
  json: jsonReport,
  junit: junitReport,
} as const satisfies Record<string, Reporter>;

export type ReporterName = keyof typeof reporters;

export const reporterNames = Object.keys(reporters) as ReporterName[];

/**
 * Writes the report for people with workflow commands behind it, so that GitHub shows one annotation for each rule that is
 * broken.
 */
export function githubReport(report: Report, transcript: Transcript, options: ConsoleOptions): string {
  const { stopped, leftBehind } = report.summary;
  const commands = [
    ...rulesWithOutcome(report.rules, 'violation').map((rule) =>
      workflowCommand('error', rule.id, errorText(rule, transcript)),
    ),
    ...(stopped === null ? [] : [workflowCommand('warning', 'The run stopped early', oneLine(stopped))]),
    ...(leftBehind === null ? [] : [workflowCommand('warning', 'Something was left behind', oneLine(leftBehind))]),
  ];
  return consoleReport(report, transcript, options) + commands.map((line) => `${line}\n`).join('');
}

function errorText(rule: ReportedRule, transcript: Transcript): string {
  const { violations } = rule;
  const [first] = violations;
  const note = waiverNote(rule);
  return [
    ...violatedStatements(rule).map(({ section, sentence }) => `§${section} “${sentence}”`),
    ...(first === undefined
      ? []
      : [
          `Problem: ${oneLine(first.problem)}`,
          `Expected: ${oneLine(first.expected)}`,
          `Received: ${oneLine(first.received)}`,
          `Exchange: ${oneLine(exchangeLine(first.exchange, transcript))}`,
        ]),
    ...(violations.length > 1 ? [`Seen in ${counted(violations.length, 'place')}.`] : []),
    ...(note === undefined ? [] : [oneLine(note)]),
  ].join('\n');
}

/** Writes the report as JSON, every number as it was read. Its form is `reportSchema`. It may be printed to a terminal or a CI log. */
export function jsonReport(report: Report): string {
  // What a terminal would obey is spelled out as JSON does it; so is the second `#` of a CI system's command.
  return plainLines(`${stringify(report, undefined, 2)}\n`).replaceAll('##', '#\\u0023');
}
