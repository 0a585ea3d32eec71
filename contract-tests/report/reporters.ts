import { stringify } from 'lossless-json';
import type { Transcript } from '../../src/exchange/transcript.js';
import { oneLine, plainLines } from '../../src/spec/quoting.js';
import { type ConsoleOptions, consoleReport, quietReport } from './console-report.js';
import { junitReport } from './junit-report.js';
import {
  quoted,
  type Report,
  type ReportedRule,
  rulesWithOutcome,
  violatedStatements,
  violationRows,
  waiverNote,
} from './report.js';
import { exchangeLine, workflowCommand } from './terminal-text.js';

/** Writes a report as text. */
export type Reporter = (report: Report, transcript: Transcript, options: ConsoleOptions) => string;

/** The formats that can be printed, by name. */
export const reporters = {
  /** For people; lists every rule unless the options fold them. */
  list: consoleReport,
  /** Violations and the result. */
  quiet: quietReport,
  /** As `list`, with annotations for GitHub. */
  github: githubReport,
  json: jsonReport,
  junit: junitReport,
} as const satisfies Record<string, Reporter>;

export type ReporterName = keyof typeof reporters;

export const reporterNames = Object.keys(reporters) as ReporterName[];

/** Writes the report for people, then workflow commands, so that GitHub shows an annotation for each violated rule. */
export function githubReport(report: Report, transcript: Transcript, options: ConsoleOptions): string {
  const { stopped, leftBehind } = report.summary;
  const commands = [
    ...rulesWithOutcome(report.rules, 'violation').map((rule) =>
      workflowCommand('error', rule.id, errorText(rule, transcript)),
    ),
    ...(stopped === null ? [] : [workflowCommand('warning', 'The run stopped early', oneLine(stopped))]),
    ...(leftBehind === null ? [] : [workflowCommand('warning', 'The stock was not restored', oneLine(leftBehind))]),
  ];
  return consoleReport(report, transcript, options) + commands.map((line) => `${line}\n`).join('');
}

function errorText(rule: ReportedRule, transcript: Transcript): string {
  const { violations } = rule;
  const [first] = violations;
  const note = waiverNote(rule);
  const rows = first === undefined ? [] : violationRows(first, exchangeLine(first.exchange, transcript));
  return [
    ...violatedStatements(rule).map(quoted),
    ...rows.filter(({ isCommand }) => !isCommand).map(({ label, text }) => `${label}: ${oneLine(text)}`),
    ...(violations.length > 1 ? [`${violations.length} violations in all.`] : []),
    ...(note === undefined ? [] : [oneLine(note)]),
  ].join('\n');
}

/** Writes the report as JSON (`reportSchema`), without rounding numbers. Safe to print to a terminal or a CI log. */
export function jsonReport(report: Report): string {
  // Control characters are escaped as in JSON, and so is the second `#` of a CI system's command.
  return plainLines(`${stringify(report, undefined, 2)}\n`).replaceAll('##', '#\\u0023');
}
