import { plainLines } from '../../src/spec/quoting.js';
import {
  type Report,
  type ReportedOutcome,
  type ReportedRule,
  type ReportedViolation,
  type RuleSection,
  reportedOutcomeOf,
  rulesBySection,
  violatedStatements,
  waiverNote,
} from './report.js';

/** So many places of one rule are shown; CI systems refuse to show a file that is too large. */
const MOST_PLACES = 50;

/** Writes JUnit XML: a suite for each section of the document, a case for each rule. What was not told or is waived counts as skipped. */
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
    content: outcome(rule),
  };
}

function outcome(rule: ReportedRule): XmlElement[] {
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
  const quoted = violatedStatements(rule).map(({ section, sentence }) => `§${section} “${sentence}”`);
  const more = rule.violations.length - MOST_PLACES;
  const others = more > 0 ? [`… and ${more.toLocaleString('en-GB')} places more, which are in report.json`] : [];
  return [
    ...quoted,
    ...(note === undefined ? [] : [note]),
    ...rule.violations.slice(0, MOST_PLACES).map(placeText),
    ...others,
  ].join('\n\n');
}

function placeText({ problem, expected, received, pointer, exchange, related, curl }: ReportedViolation): string {
  return [
    `Problem:  ${problem}`,
    `Expected: ${expected}`,
    `Received: ${received}`,
    ...(pointer === null || pointer === '' ? [] : [`At:       ${pointer}`]),
    `Exchange: ${[exchange, ...related].map((number) => `#${number}`).join(', see also ')}`,
    ...curl.map((line, index) => `${index === 0 ? 'Try:     ' : 'then:    '} ${line}`),
  ].join('\n');
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
  /** Undefined ones are left out. */
  readonly attributes?: Readonly<Record<string, string | number | undefined>>;
  readonly content?: readonly XmlElement[] | string;
}

/** Writes an XML 1.0 document. What the format forbids even when escaped, such as control characters, is spelled out. */
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
  // Else a parser makes spaces of them in an attribute.
  '\n': '&#10;',
  '\t': '&#9;',
  // Two begin a command in the logs of some CI systems.
  '##': '#&#35;',
};

function escapeXml(text: string): string {
  return plainLines(text)
    .replace(/[\ufffe\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16)}`)
    .replace(/##|[&<>"'\n\t]/g, (found) => REFERENCES[found] ?? '');
}
