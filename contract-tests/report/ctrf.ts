import type { Transcript } from '../../src/exchange/transcript.js';
import type { JsonValue } from '../../src/json/json.js';
import { oneLine } from '../../src/json/quoting.js';
import {
  type Report,
  type ReportedRule,
  reportedOutcomeOf,
  rulesBySection,
  suiteText,
  timingOf,
  uncountedNote,
  waiverNote,
} from './report.js';
import { plainLook, violationText } from './violation-text.js';

/** `other` fails nothing. */
const statuses = {
  pass: 'passed',
  violation: 'failed',
  skipped: 'skipped',
  inconclusive: 'other',
  waived: 'other',
  uncounted: 'other',
} as const;

/** Returns a report in the Common Test Report Format (https://ctrf.io): a test for each rule, in milliseconds. */
export function ctrfReport(report: Report, transcript: Transcript): JsonValue {
  const { target, suite, document, level, seed, rules, summary } = report;
  const { startMs, endMs, msOf } = timingOf(transcript);
  const sections = rulesBySection(rules);
  const tests = sections.flatMap(({ heading, rules: own }) =>
    own.map((rule) => ({
      name: `${rule.id}: ${rule.title}`,
      status: statuses[reportedOutcomeOf(rule)],
      duration: msOf(rule.exchanges),
      suite: [heading],
      type: 'contract',
      rawStatus: reportedOutcomeOf(rule),
      labels: { rule: rule.id, since: rule.since, severity: rule.severity },
      ...messageOf(rule, transcript),
    })),
  );
  const counts = ['passed', 'failed', 'skipped', 'pending', 'other'].map(
    (status) => [status, tests.filter((test) => test.status === status).length] as const,
  );
  const { stopped, leftBehind, exitCode } = summary;
  const run = { tests: tests.length, suites: sections.length, start: startMs, stop: endMs, duration: endMs - startMs };
  return {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    generatedBy: suiteText(report),
    results: {
      tool: { name: 'petstore-mock', version: suite.version },
      summary: { ...run, ...Object.fromEntries(counts), extra: { stopped, leftBehind, exitCode } },
      tests,
      environment: {
        appName: document.title,
        testEnvironment: target.baseUrl,
        extra: { level, seed, messages: target.messagesUrl, document: document.hash },
      },
    },
  };
}

function messageOf(rule: ReportedRule, transcript: Transcript): { message?: string; trace?: string } {
  if (reportedOutcomeOf(rule) === 'violation') {
    const { problem, details } = violationText(rule, transcript, plainLook);
    return { message: problem, trace: details.join('\n') };
  }
  const note = uncountedNote(rule) ?? waiverNote(rule) ?? rule.reason;
  return note === null ? {} : { message: oneLine(note) };
}
