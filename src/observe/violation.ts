import type { Verdict } from '../judge/judge.js';
import { type Statement, type StatementId, statements } from '../spec/statements.js';
import { curlLine } from '../transcript/curl-line.js';
import type { Exchange } from '../transcript/exchange.js';

/** A promise of the document that the service broke, with all that it takes to see it. Holds no secret. */
export interface Violation {
  /** Id of the rule, such as `limits/headers-present`. */
  readonly rule: string;
  /** What a conformant service does. */
  readonly title: string;
  readonly severity: 'documented' | 'implied';
  /** The promise, word for word. */
  readonly statement: Pick<Statement, 'section' | 'sentence'> & { readonly id: StatementId };
  readonly problem: string;
  readonly expected: string;
  readonly received: string;
  /** Where in the answer's body, as a JSON pointer; undefined where the body is not the matter. */
  readonly pointer: string | undefined;
  /** Number of the exchange that shows it. */
  readonly exchange: number;
  /** Sends the request again; the key stands as `$PETSTORE_API_KEY`. */
  readonly curl: string;
  /** All of it in a line, for a log. */
  readonly text: string;
}

/** Answers what verdicts found wrong, in the order of the rules. */
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
          text: `${rule.id} (§${section}): ${problem}; expected ${expected}; received ${received}; see ${curl}`,
        },
      ];
    }),
  );
}
