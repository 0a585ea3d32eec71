import type { JsonValue } from '../../src/json/json-value.js';
import type { Outcome } from '../../src/judge/judge.js';
import type { Rule } from '../../src/judge/rule.js';
import type { QuestionId } from '../../src/spec/open-questions.js';
import type { StatementId } from '../../src/spec/statements.js';
import type { Level } from '../../src/transcript/transcript.js';

/** Everything that a check found, ready to be printed, saved or shown. Holds no secret. Its JSON is what `--json` writes. */
export interface Report {
  readonly target: {
    readonly baseUrl: string;
    readonly messagesUrl: string | null;
    /** Whether requests were sent or a recording was judged. */
    readonly source: 'run' | 'recording';
  };
  /** Null for a recording that the suite did not make. */
  readonly level: Level | null;
  readonly seed: number | null;
  /** ISO 8601; null where there is no exchange. */
  readonly startedAt: string | null;
  readonly summary: Summary;
  readonly rules: readonly ReportedRule[];
  readonly observations: readonly ReportedObservation[];
  readonly coverage: ReportedCoverage;
  readonly requests: { readonly sent: number; readonly budget: number | null };
}

export interface Summary {
  readonly pass: number;
  /** Waived ones not counted. */
  readonly violation: number;
  readonly inconclusive: number;
  readonly notRun: number;
  readonly waived: number;
  /** Why the run ended early, in one line. */
  readonly stopped: string | null;
  /** What could not be put back, and the command that does. */
  readonly leftBehind: string | null;
  readonly exitCode: 0 | 1 | 3;
}

export interface QuotedStatement {
  readonly id: StatementId;
  readonly section: string;
  readonly sentence: string;
}

export interface ReportedRule {
  readonly id: string;
  readonly title: string;
  /** Of the first statement. */
  readonly section: string;
  readonly severity: Rule['severity'];
  readonly class: Rule['class'];
  readonly verdict: Outcome;
  readonly reason: string | null;
  readonly statements: readonly QuotedStatement[];
  readonly violations: readonly ReportedViolation[];
  readonly waiver: { readonly reason: string; readonly expires: string; readonly isExpired: boolean } | null;
  readonly exchanges: readonly number[];
}

export interface ReportedViolation {
  /** The promise that was broken. */
  readonly statement: QuotedStatement;
  readonly problem: string;
  readonly expected: string;
  readonly received: string;
  /** JSON pointer into the answer's body. */
  readonly pointer: string | null;
  readonly exchange: number;
  readonly related: readonly number[];
  /** A line for each request that it takes to see it again, in order; the key stands as `$PETSTORE_API_KEY`. */
  readonly curl: readonly string[];
}

export interface ReportedObservation {
  readonly id: QuestionId;
  readonly section: string;
  readonly question: string;
  /** In the form of a behaviour; null where it was not seen. */
  readonly answer: JsonValue;
  /** Members of the answer that were not seen: they stand at the fake's default. */
  readonly unseen: readonly string[];
  /** What was seen, or why nothing was, in one line. */
  readonly note: string;
  readonly exchanges: readonly number[];
}

export interface ReportedCoverage {
  /** Promises of the service. */
  readonly statements: number;
  /** Of these: judged by a rule in this check. */
  readonly judged: number;
  /** Of these: judged by no rule, since no request can show them. */
  readonly cannotBeShown: number;
  readonly details: readonly {
    readonly statement: QuotedStatement;
    readonly state: 'judged' | 'not-judged' | 'cannot-be-shown';
    readonly rules: readonly string[];
    /** Why no request can show it. */
    readonly reason: string | null;
  }[];
}
