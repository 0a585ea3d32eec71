import { brokenPromises } from './broken-promises.js';
import type { Report, ReportedRule, ReportedViolation } from './report.js';
import { type RuleSection, rulesBySection } from './rules-by-section.js';
import { type Standing, standingOf, waiverNote } from './standing.js';
import { writeXml, type XmlElement } from './xml.js';

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
  switch (standingOf(rule)) {
    case 'pass':
      return note === undefined ? [] : [{ name: 'system-out', content: note }];
    case 'violation': {
      const message = rule.violations[0]?.problem ?? rule.title;
      return [{ name: 'failure', attributes: { message, type: rule.severity }, content: failureText(rule, note) }];
    }
    case 'waived':
      return [{ name: 'skipped', attributes: { message: note } }];
    default:
      return [{ name: 'skipped', attributes: { message: rule.reason ?? rule.verdict } }];
  }
}

function failureText(rule: ReportedRule, note: string | undefined): string {
  const quoted = brokenPromises(rule).map(({ section, sentence }) => `§${section} “${sentence}”`);
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
  const count = (...wanted: Standing[]) => rules.filter((rule) => wanted.includes(standingOf(rule))).length;
  return {
    tests: rules.length,
    failures: count('violation'),
    errors: 0,
    skipped: count('inconclusive', 'not-run', 'waived'),
  };
}
