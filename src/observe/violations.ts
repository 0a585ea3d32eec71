import { curlLine } from '../exchange/curl-line.js';
import type { Exchange } from '../exchange/exchange.js';
import type { Verdict } from '../judge/judge.js';
import { findingLines } from '../matchers/report-lines.js';
import { counted } from '../spec/quoting.js';
import { type Statement, type StatementId, statements } from '../spec/statements.js';

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
          curl: curlLine(shown.request),
        },
      ];
    }),
  );
}

/** Returns the findings of verdicts as text, by rule, so that anybody can reproduce them. `exampleOf` shows how to except a rule. */
export function formatViolations(
  verdicts: readonly Verdict[],
  exchanges: readonly Exchange[],
  baseUrl: string,
  exampleOf: (rule: string) => string,
): string {
  const violated = verdicts.filter(({ findings }) => findings.length > 0);
  return [
    `${baseUrl} violated ${counted(violated.length, 'rule')} in ${counted(exchanges.length, 'request')}:`,
    ...findingLines(violated, exchanges, { hasCurl: true }),
    '',
    `To ignore known violations: ${exampleOf(violated[0]?.rule.id ?? '')}`,
  ].join('\n');
}
