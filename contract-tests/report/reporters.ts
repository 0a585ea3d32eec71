import type { Transcript } from '../../src/exchange/transcript.js';
import { writeJson } from '../../src/json/json.js';
import { oneLine, plainLines } from '../../src/json/quoting.js';
import { type Report, rulesWithOutcome } from './report.js';
import { cut, workflowCommand } from './terminal-text.js';
import { plainLook, violationText } from './violation-text.js';

/** The report itself has the whole text. */
const LONGEST_TITLE = 120;

/** Writes workflow commands, so that GitHub shows an annotation for each violated rule. */
export function annotations(report: Report, transcript: Transcript): string {
  const { stopped, leftBehind } = report.summary;
  const commands = [
    ...rulesWithOutcome(report.rules, 'violation').map((rule) => {
      const { problem, details } = violationText(rule, transcript, plainLook);
      return workflowCommand('error', cut(problem, LONGEST_TITLE), details.join('\n'));
    }),
    ...(stopped === null ? [] : [workflowCommand('warning', 'The run stopped early', oneLine(stopped))]),
    ...(leftBehind === null ? [] : [workflowCommand('warning', 'The stock was not restored', oneLine(leftBehind))]),
  ];
  return commands.map((line) => `${line}\n`).join('');
}

/** Writes the report as JSON (`reportSchema`), without rounding numbers. Safe to print to a terminal or a CI log. */
export function jsonReport(report: Report): string {
  // Control characters are escaped as in JSON, and so is the second `#` of a CI system's command.
  return plainLines(`${writeJson(report, '  ')}\n`).replaceAll('##', '#\\u0023');
}
