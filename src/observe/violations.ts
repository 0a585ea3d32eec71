import { curlLine } from '../exchange/curl-line.js';
import type { Exchange } from '../exchange/exchange.js';
import type { Verdict } from '../judge/judge.js';
import { rules } from '../judge/rules/rules.js';
import { exchangeLine } from '../matchers/report-lines.js';
import { groupBy } from '../spec/group-by.js';
import { counted, oneLine, quoteValue } from '../spec/quoting.js';
import { type Statement, type StatementId, statements } from '../spec/statements.js';
import { InputError } from '../spec/validation/input-error.js';
import { nameHint } from '../spec/validation/name-hint.js';

/** A violation of the document, with all that is needed to reproduce it. Contains no secrets. */
export interface Violation {
  /** Id of the rule, such as `limits/headers-present`. */
  readonly rule: string;
  /** What a conformant service does. */
  readonly title: string;
  readonly severity: 'documented' | 'implied';
  /** The sentence of the document, word for word. */
  readonly statement: Pick<Statement, 'section' | 'sentence'> & { readonly id: StatementId };
  readonly problem: string;
  readonly expected: string;
  readonly received: string;
  /** The place in the response body, as a JSON pointer; undefined if the problem is not in the body. */
  readonly pointer: string | undefined;
  /** The number of the exchange that shows it. */
  readonly exchange: number;
  /** A curl command that repeats the request, with the key as `$PETSTORE_API_KEY`. */
  readonly curl: string;
  /** Everything in one line, for a log. */
  readonly text: string;
}

/** Returns the violations in verdicts, in the order of the rules. */
export function violationsIn(verdicts: readonly Verdict[], exchanges: readonly Exchange[]): Violation[] {
  const byNumber = new Map(exchanges.map((exchange) => [exchange.number, exchange]));
  return verdicts.flatMap(({ rule, findings }) =>
    findings.flatMap((finding): Violation[] => {
      const { problem, expected, received, pointer } = finding;
      const shown = byNumber.get(finding.exchange);
      if (shown === undefined) return [];
      const id = finding.statement ?? rule.statements[0];
      const { section, sentence } = statements[id];
      const curl = curlLine(shown.request);
      return [
        {
          rule: rule.id,
          title: rule.title,
          severity: rule.severity,
          statement: { id, section, sentence },
          problem,
          expected,
          received,
          pointer,
          exchange: finding.exchange,
          curl,
          text: `${problem}; expected ${expected}; received ${received} (${rule.id}, §${section}); see ${curl}`,
        },
      ];
    }),
  );
}

/** So many violations of one rule are shown: a missing header is usually missing everywhere. */
const MOST_SHOWN = 3;

/** Returns the violations as text, by rule, so that anybody can reproduce them. `exampleOf` shows how to except a rule. */
export function formatViolations(
  violations: readonly Violation[],
  exchanges: readonly Exchange[],
  baseUrl: string,
  exampleOf: (rule: string) => string,
): string {
  const byRule = groupBy(violations, ({ rule }) => rule);
  const [first = ''] = byRule.keys();
  return [
    `${baseUrl} violated ${counted(byRule.size, 'rule')} in ${counted(exchanges.length, 'request')}:`,
    ...[...byRule.values()].flatMap((ofRule) => ['', ...formatRule(ofRule, exchanges)]),
    '',
    `To ignore known violations: ${exampleOf(first)}`,
  ].join('\n');
}

function formatRule(violations: readonly [Violation, ...Violation[]], exchanges: readonly Exchange[]): string[] {
  const [first] = violations;
  const { section, sentence } = first.statement;
  // They may differ only in their exchange.
  const distinct = groupBy(violations, ({ problem, expected, received }) => [problem, expected, received].join('\n'));
  const shown = [...distinct.values()].slice(0, MOST_SHOWN).map(([one]) => one);
  const hidden = new Set(violations.map(({ exchange }) => exchange)).size - shown.length;
  return [
    ...shown.flatMap((violation, index) => formatOccurrence(violation, exchanges, index === 0 ? '✗' : '-')),
    ...(hidden > 0 ? [`  … and ${hidden} more`] : []),
    `  rule      ${first.rule}  ${first.title}${first.severity === 'implied' ? ' (implied by the document)' : ''}`,
    `  document  §${section} “${sentence}”`,
  ];
}

function formatOccurrence(violation: Violation, exchanges: readonly Exchange[], sign: string): string[] {
  const { problem, expected, received, pointer, exchange, curl } = violation;
  const shown = exchanges.find(({ number }) => number === exchange);
  return [
    `${sign} ${oneLine(problem)}`,
    `  expected  ${oneLine(expected)}`,
    `  received  ${oneLine(received)}`,
    ...(pointer === undefined || pointer === '' ? [] : [`  at        ${pointer}`]),
    ...(shown === undefined ? [] : [`  exchange  ${exchangeLine(shown)}`]),
    `  try       ${curl}`,
  ];
}

/** Returns the ids of rules that are known to be violated. Throws an InputError unless it is a list of existing rules. */
export function checkExceptions(attempted: string, except: unknown = []): readonly string[] {
  if (!Array.isArray(except))
    throw new InputError(attempted, '`except` is not a list', "Try { except: ['limits/plan'] }.");
  const ids = rules.map(({ id }) => id);
  const unknown = except.find((id) => !ids.includes(id));
  if (unknown === undefined) return except;
  throw new InputError(attempted, `${quoteValue(unknown)} is not a rule`, nameHint(unknown, ids, 'Rules'));
}
