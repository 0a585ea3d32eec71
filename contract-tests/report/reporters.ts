import type { Transcript } from '../../src/exchange/transcript.js';
import { writeJson } from '../../src/spec/json.js';
import { oneLine, plainLines } from '../../src/spec/quoting.js';
import { type ConsoleOptions, consoleReport, quietReport } from './console-report.js';
import { junitReport } from './junit-report.js';
import { type Report, rulesWithOutcome } from './report.js';
import { cut, workflowCommand } from './terminal-text.js';
import { plainLook, violationText } from './violation-text.js';

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

/** The report itself has the whole text. */
const LONGEST_TITLE = 120;

/** Writes the report for people, then workflow commands, so that GitHub shows an annotation for each violated rule. */
export function githubReport(report: Report, transcript: Transcript, options: ConsoleOptions): string {
  const { stopped, leftBehind } = report.summary;
  const commands = [
    ...rulesWithOutcome(report.rules, 'violation').map((rule) => {
      const { problem, details } = violationText(rule, transcript, plainLook);
      return workflowCommand('error', cut(problem, LONGEST_TITLE), details.join('\n'));
    }),
    ...(stopped === null ? [] : [workflowCommand('warning', 'The run stopped early', oneLine(stopped))]),
    ...(leftBehind === null ? [] : [workflowCommand('warning', 'The stock was not restored', oneLine(leftBehind))]),
  ];
  return consoleReport(report, transcript, options) + commands.map((line) => `${line}\n`).join('');
}

/** Writes the report as JSON (`reportSchema`), without rounding numbers. Safe to print to a terminal or a CI log. */
export function jsonReport(report: Report): string {
  // Control characters are escaped as in JSON, and so is the second `#` of a CI system's command.
  return plainLines(`${writeJson(report, '  ')}\n`).replaceAll('##', '#\\u0023');
}
