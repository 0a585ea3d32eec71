import type { Transcript } from '../../src/exchange/transcript.js';
import { type JunitCase, junitXml } from './junit-xml.js';
import { type Report, type ReportedRule, reportedOutcomeOf, rulesBySection, waiverNote } from './report.js';
import { plainLook, violationText } from './violation-text.js';

/** Writes JUnit XML: a suite for each section of the document, a case for each rule. Inconclusive and waived rules count as skipped. */
export function junitReport(report: Report, transcript: Transcript): string {
  const { target, level, seed, summary, startedAt } = report;
  const { stopped, leftBehind } = summary;
  const suites = rulesBySection(report.rules).map(({ heading, rules }) => ({
    name: heading,
    startedAt: startedAt ?? undefined,
    properties: { target: target.baseUrl, messages: target.messagesUrl, level, seed, stopped, leftBehind },
    cases: rules.map((rule) => caseOf(rule, transcript)),
  }));
  return junitXml('Petstore contract', suites);
}

function caseOf(rule: ReportedRule, transcript: Transcript): JunitCase {
  const name = `${rule.id}: ${rule.title}`;
  const note = waiverNote(rule);
  const outcome = reportedOutcomeOf(rule);
  if (outcome === 'pass') return { name, note };
  if (outcome !== 'violation') return { name, skipped: note ?? rule.reason ?? outcome };
  const { problem, details } = violationText(rule, transcript, plainLook);
  return { name, failure: { message: problem, type: rule.severity, text: [problem, ...details].join('\n') } };
}
