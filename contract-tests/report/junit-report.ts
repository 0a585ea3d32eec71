import { plainLines } from '../../src/spec/quoting.js';
import {
  quoted,
  type Report,
  type ReportedOutcome,
  type ReportedRule,
  type ReportedViolation,
  type RuleSection,
  reportedOutcomeOf,
  rulesBySection,
  violatedStatements,
  violationRows,
  waiverNote,
} from './report.js';

/** Violations of one rule that are shown; CI systems do not show a file that is too large. */
const MOST_SHOWN = 50;

/** Writes JUnit XML: a suite for each section of the document, a case for each rule. Inconclusive and waived rules count as skipped. */
export function junitReport(report: Report): string {
  return writeXml({
    name: 'testsuites',
    attributes: { name: 'Petstore contract', ...countsOf(report.rules) },
    content: rulesBySection(report.rules).map((section) => suite(section, report)),
  });
}

function suite({ heading, rules }: RuleSection, report: Report): XmlElement {
  return {
    name: 'testsuite',
    attributes: { name: heading, ...countsOf(rules), timestamp: report.startedAt?.replace(/\.\d+Z$/, '') },
    content: [{ name: 'properties', content: propertiesOf(report) }, ...rules.map((rule) => testCase(rule, heading))],
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

function testCase(rule: ReportedRule, heading: string): XmlElement {
  return {
    name: 'testcase',
    attributes: { name: `${rule.id}: ${rule.title}`, classname: heading },
    content: resultOf(rule),
  };
}

function resultOf(rule: ReportedRule): XmlElement[] {
  const note = waiverNote(rule);
  switch (reportedOutcomeOf(rule)) {
    case 'pass':
      return note === undefined ? [] : [{ name: 'system-out', content: note }];
    case 'violation': {
      const message = rule.violations[0]?.problem ?? rule.title;
      return [{ name: 'failure', attributes: { message, type: rule.severity }, content: failureText(rule, note) }];
    }
    case 'waived':
      return [{ name: 'skipped', attributes: { message: note } }];
    default:
      return [{ name: 'skipped', attributes: { message: rule.reason ?? rule.outcome } }];
  }
}

function failureText(rule: ReportedRule, note: string | undefined): string {
  const more = rule.violations.length - MOST_SHOWN;
  const others = more > 0 ? [`… and ${more.toLocaleString('en-GB')} more violations in report.json`] : [];
  return [
    ...violatedStatements(rule).map(quoted),
    ...(note === undefined ? [] : [note]),
    ...rule.violations.slice(0, MOST_SHOWN).map(placeText),
    ...others,
  ].join('\n\n');
}

function placeText(violation: ReportedViolation): string {
  const exchanges = [violation.exchange, ...violation.related].map((number) => `#${number}`).join(', see also ');
  return violationRows(violation, exchanges)
    .map(({ label, text }) => `${label.padEnd(8)}  ${text}`)
    .join('\n');
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
