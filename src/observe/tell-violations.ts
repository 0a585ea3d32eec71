import { counted } from '../json/counted.js';
import { oneLine } from '../json/one-line.js';
import { exchangeLine } from '../matchers/exchange-line.js';
import type { Exchange } from '../transcript/exchange.js';
import type { Violation } from './violation.js';

/** So many places of one rule are shown; a header that is missing is missing everywhere. */
const MOST_SHOWN = 3;

/** Tells what a service broke, rule by rule, so that anybody can see it again. `leftOut` shows how to except a rule. */
export function tellViolations(
  violations: readonly Violation[],
  exchanges: readonly Exchange[],
  baseUrl: string,
  leftOut: (rule: string) => string,
): string {
  const byRule = new Map<string, Violation[]>();
  for (const violation of violations) {
    const known = byRule.get(violation.rule);
    if (known === undefined) byRule.set(violation.rule, [violation]);
    else known.push(violation);
  }
  const [first = ''] = byRule.keys();
  return [
    `${baseUrl} broke ${counted(byRule.size, 'rule')} of its document in ${counted(exchanges.length, 'request')}:`,
    ...[...byRule.values()].flatMap((ofRule) => ['', ...tellRule(ofRule, exchanges)]),
    '',
    `What is known can be left out: ${leftOut(first)}`,
  ].join('\n');
}

function tellRule(violations: readonly Violation[], exchanges: readonly Exchange[]): string[] {
  const [first] = violations;
  if (first === undefined) return [];
  const { section, sentence } = first.statement;
  const shown = distinct(violations).slice(0, MOST_SHOWN);
  const hidden = new Set(violations.map(({ exchange }) => exchange)).size - shown.length;
  return [
    `✗ ${first.rule}  ${first.title}${first.severity === 'implied' ? ' (implied by the document)' : ''}`,
    `  §${section} “${sentence}”`,
    ...shown.flatMap((violation) => tellPlace(violation, exchanges)),
    ...(hidden > 0 ? [`  … and ${hidden} more`] : []),
  ];
}

function tellPlace(violation: Violation, exchanges: readonly Exchange[]): string[] {
  const { problem, expected, received, pointer, exchange, curl } = violation;
  const shown = exchanges.find(({ number }) => number === exchange);
  return [
    `  - ${oneLine(problem)}`,
    `    expected  ${oneLine(expected)}`,
    `    received  ${oneLine(received)}`,
    ...(pointer === undefined || pointer === '' ? [] : [`    at        ${pointer}`]),
    ...(shown === undefined ? [] : [`    exchange  ${exchangeLine(shown)}`]),
    `    try       ${curl}`,
  ];
}

/** Those that tell the same again are counted, not told. */
function distinct(violations: readonly Violation[]): Violation[] {
  const first = new Map<string, Violation>();
  for (const violation of violations) {
    const mark = [violation.problem, violation.expected, violation.received].join('\n');
    if (!first.has(mark)) first.set(mark, violation);
  }
  return [...first.values()];
}
