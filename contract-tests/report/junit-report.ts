import type { Transcript } from '../../src/exchange/transcript.js';
import { plainLines } from '../../src/spec/quoting.js';
import {
  type Report,
  type ReportedOutcome,
  type ReportedRule,
  type RuleSection,
  reportedOutcomeOf,
  rulesBySection,
  waiverNote,
} from './report.js';
import { plainLook, violationText } from './violation-text.js';

/** Writes JUnit XML: a suite for each section of the document, a case for each rule. Inconclusive and waived rules count as skipped. */
export function junitReport(report: Report, transcript: Transcript): string {
  return writeXml({
    name: 'testsuites',
    attributes: { name: 'Petstore contract', ...countsOf(report.rules) },
    content: rulesBySection(report.rules).map((section) => suite(section, report, transcript)),
  });
}

function suite({ heading, rules }: RuleSection, report: Report, transcript: Transcript): XmlElement {
  const cases = rules.map((rule) => ({
    name: 'testcase',
    attributes: { name: `${rule.id}: ${rule.title}`, classname: heading },
    content: resultOf(rule, transcript),
  }));
  return {
    name: 'testsuite',
    attributes: { name: heading, ...countsOf(rules), timestamp: report.startedAt?.replace(/\.\d+Z$/, '') },
    content: [{ name: 'properties', content: propertiesOf(report) }, ...cases],
  };
}

function propertiesOf({ target, level, seed, summary }: Report): XmlElement[] {
  const properties = {
    target: target.baseUrl,
    messages: target.messagesUrl,
    level,
    seed,
    stopped: summary.stopped,
    leftBehind: summary.leftBehind,
  };
  return Object.entries(properties).flatMap(([name, value]) =>
    value === null ? [] : [{ name: 'property', attributes: { name, value } }],
  );
}

function resultOf(rule: ReportedRule, transcript: Transcript): XmlElement[] {
  const note = waiverNote(rule);
  const outcome = reportedOutcomeOf(rule);
  if (outcome === 'pass') return note === undefined ? [] : [{ name: 'system-out', content: note }];
  if (outcome !== 'violation') return [{ name: 'skipped', attributes: { message: note ?? rule.reason ?? outcome } }];
  const message = rule.violations[0]?.problem ?? rule.title;
  const content = violationText(rule, transcript, plainLook).join('\n');
  return [{ name: 'failure', attributes: { message, type: rule.severity }, content }];
}

function countsOf(rules: readonly ReportedRule[]): Record<string, number> {
  const count = (...wanted: ReportedOutcome[]) =>
    rules.filter((rule) => wanted.includes(reportedOutcomeOf(rule))).length;
  return {
    tests: rules.length,
    failures: count('violation'),
    errors: 0,
    skipped: count('inconclusive', 'skipped', 'waived'),
  };
}

interface XmlElement {
  readonly name: string;
  /** Undefined ones are omitted. */
  readonly attributes?: Readonly<Record<string, string | number | undefined>>;
  readonly content?: readonly XmlElement[] | string;
}

/** Writes an XML 1.0 document. Characters that XML forbids even when escaped, such as control characters, are spelled out. */
function writeXml(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${elementLines(root, '').join('\n')}\n`;
}

function elementLines({ name, attributes = {}, content = [] }: XmlElement, indent: string): string[] {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? '' : ` ${key}="${escapeXml(String(value))}"`,
  );
  const start = `${indent}<${name}${written.join('')}`;
  if (content.length === 0) return [`${start}/>`];
  if (typeof content === 'string') return [`${start}>${escapeXml(content)}</${name}>`];
  return [`${start}>`, ...content.flatMap((each) => elementLines(each, `${indent}  `)), `${indent}</${name}>`];
}

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // Otherwise a parser turns them into spaces in an attribute.
  '\n': '&#10;',
  '\t': '&#9;',
  // Starts a command in the logs of some CI systems.
  '##': '#&#35;',
};

function escapeXml(text: string): string {
  return plainLines(text)
    .replace(/[\ufffe\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16)}`)
    .replace(/##|[&<>"'\n\t]/g, (found) => REFERENCES[found] ?? '');
}
