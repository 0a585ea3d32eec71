import type { Transcript } from '../../src/exchange/transcript.js';
import type { JsonValue } from '../../src/json/json.js';
import { oneLine } from '../../src/json/quoting.js';
import {
  type Report,
  type ReportedOutcome,
  type ReportedRule,
  reportedOutcomeOf,
  rulesBySection,
  suiteText,
  timingOf,
  uncountedNote,
  waiverNote,
} from './report.js';
import { plainLook, violationText } from './violation-text.js';

/** Everything else is `other`, which fails nothing. */
const statuses: Readonly<Partial<Record<ReportedOutcome, string>>> = {
  pass: 'passed',
  violation: 'failed',
  skipped: 'skipped',
};

const statusOf = (rule: ReportedRule) => statuses[reportedOutcomeOf(rule)] ?? 'other';

/** Returns a report in the Common Test Report Format (https://ctrf.io): a test for each rule, in milliseconds. */
export function ctrfReport(report: Report, transcript: Transcript): JsonValue {
  const { target, suite, document, level, seed, rules, summary } = report;
  const { startMs, endMs, msOf } = timingOf(transcript);
  const sections = rulesBySection(rules);
  const tests = sections.flatMap(({ heading, rules: own }) =>
    own.map((rule) => ({
      name: `${rule.id}: ${rule.title}`,
      status: statusOf(rule),
      duration: msOf(rule.exchanges),
      suite: [heading],
      type: 'contract',
      rawStatus: reportedOutcomeOf(rule),
      labels: { rule: rule.id, since: rule.since, severity: rule.severity },
      ...messageOf(rule, transcript),
    })),
  );
  const count = (status: string) => tests.filter((test) => test.status === status).length;
  return {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    generatedBy: suiteText(report),
    results: {
      tool: { name: 'petstore-mock', version: suite.version },
      summary: {
        tests: tests.length,
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        pending: 0,
        other: count('other'),
        suites: sections.length,
        start: startMs,
        stop: endMs,
        duration: endMs - startMs,
        extra: { stopped: summary.stopped, leftBehind: summary.leftBehind, exitCode: summary.exitCode },
      },
      tests,
      environment: {
        reportName: 'Contract check',
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
