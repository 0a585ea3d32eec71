import { counted } from '../../src/json/counted.js';
import { oneLine } from '../../src/json/one-line.js';
import type { Transcript } from '../../src/transcript/transcript.js';
import { brokenPromises } from './broken-promises.js';
import { type ConsoleOptions, consoleReport } from './console-report.js';
import { exchangeLine } from './exchange-line.js';
import type { Report, ReportedRule } from './report.js';
import { rulesStanding, waiverNote } from './standing.js';
import { workflowCommand } from './workflow-command.js';

/**
 * Writes the report for people with workflow commands behind it, so that GitHub shows one annotation for each rule that is
 * broken.
 */
export function githubReport(report: Report, transcript: Transcript, options: ConsoleOptions): string {
  const { stopped, leftBehind } = report.summary;
  const commands = [
    ...rulesStanding(report.rules, 'violation').map((rule) =>
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
    ...brokenPromises(rule).map(({ section, sentence }) => `§${section} “${sentence}”`),
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
