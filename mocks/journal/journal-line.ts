import type { QuestionId } from '../../src/spec/open-questions.js';
import type { OperationId } from '../../src/spec/operations.js';
import type { RateLimitState } from '../../src/spec/rate-limit-headers.js';

/** One request in one line, for lists that many look at: no header, no body, no key. */
export interface JournalLine {
  readonly number: number;
  /** In milliseconds since the epoch, by the fake's clock. */
  readonly startedMs: number;
  readonly method: string;
  /** Path and query, every secret in it replaced. */
  readonly target: string;
  readonly operation: OperationId | undefined;
  /** Pseudonym of the valid key that was sent. */
  readonly keyAlias: string | undefined;
  /** Undefined where the connection was reset. */
  readonly status: number | undefined;
  readonly delayMs: number;
  /** What the rate-limit headers of the answer told (§8.2); undefined where they are missing or no counts. */
  readonly limits: RateLimitState | undefined;
  /** `left`: of what passed through a proxy, the client did not wait for the end. */
  readonly cut: 'reset' | 'truncated' | 'left' | undefined;
  readonly assumed: readonly QuestionId[];
  /** Id of the fault that it met. */
  readonly faultId: string | undefined;
}

/** Which lines are asked for; every part has to fit. */
export interface LineFilter {
  readonly operation?: OperationId | undefined;
  /** A status, or a class of them such as `4xx`. */
  readonly status?: string | undefined;
  /** A key by its pseudonym or its text. */
  readonly key?: string | undefined;
  readonly method?: string | undefined;
  /** What stands somewhere in the path. */
  readonly path?: string | undefined;
  /** Only those after the one of this number. */
  readonly since?: number | undefined;
}

/** A part of a list of lines. */
export interface LinePart {
  /** Default `newest` first. */
  readonly order?: 'newest' | 'oldest' | undefined;
  /** Default 100. */
  readonly limit?: number | undefined;
  /** Goes on behind the line of this number. */
  readonly after?: number | undefined;
}

export interface LinePage {
  readonly lines: readonly JournalLine[];
  /** How many fit the filter in all. */
  readonly total: number;
  /** The `after` of the following part; undefined at the end. */
  readonly next: number | undefined;
}
