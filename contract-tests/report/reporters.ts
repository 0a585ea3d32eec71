import { type ComponentChild, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Transcript } from '../../src/exchange/transcript.js';
import { writeJson } from '../../src/json/json.js';
import { oneLine, plainLines } from '../../src/json/quoting.js';
import {
  type Report,
  type ReportedRule,
  reportedOutcomeOf,
  rulesBySection,
  rulesWithOutcome,
  waiverNote,
} from './report.js';
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

/** Writes JUnit XML: a suite for each section of the document, a case for each rule. Inconclusive and waived rules count as skipped. */
export function junitReport(report: Report, transcript: Transcript): string {
  const { target, level, seed, summary, startedAt, rules } = report;
  const { stopped, leftBehind } = summary;
  const facts = { target: target.baseUrl, messages: target.messagesUrl, level, seed, stopped, leftBehind };
  const properties = Object.entries(facts).flatMap(([name, value]) =>
    value === null ? [] : h('property', { name, value: oneLine(String(value)) }),
  );
  const suites = rulesBySection(rules).map(({ heading, rules: own }) =>
    h('testsuite', { name: heading, ...countsOf(own), timestamp: startedAt?.replace(/\.\d+Z$/, '') }, [
      h('properties', null, properties),
      ...own.map((rule) =>
        h('testcase', { name: `${rule.id}: ${rule.title}`, classname: heading }, resultOf(rule, transcript)),
      ),
    ]),
  );
  const root = h('testsuites', { name: 'Petstore contract', ...countsOf(rules) }, suites);
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n${renderToString(root).replace(/(?<=>)(?=<(?:testcase|testsuite)\b)/g, '\n')}\n`;
  // XML also forbids two characters and `]]>`, and `##` starts a command in the logs of some CI systems.
  return plainLines(xml)
    .replace(/[\ufffe\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16)}`)
    .replaceAll(']]>', ']]&gt;')
    .replaceAll('##', '#&#35;');
}

function countsOf(rules: readonly ReportedRule[]) {
  const outcomes = rules.map(reportedOutcomeOf);
  const failures = outcomes.filter((outcome) => outcome === 'violation').length;
  const passed = outcomes.filter((outcome) => outcome === 'pass').length;
  return { tests: rules.length, failures, errors: 0, skipped: rules.length - failures - passed };
}

function resultOf(rule: ReportedRule, transcript: Transcript): ComponentChild {
  const note = waiverNote(rule);
  const outcome = reportedOutcomeOf(rule);
  if (outcome === 'pass') return note && h('system-out', null, note);
  if (outcome !== 'violation') return h('skipped', { message: oneLine(note ?? rule.reason ?? outcome) });
  const { problem, details } = violationText(rule, transcript, plainLook);
  return h('failure', { message: problem, type: rule.severity }, [problem, ...details].join('\n'));
}
