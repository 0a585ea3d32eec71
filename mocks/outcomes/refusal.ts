import type { ErrorCode, ErrorSituation } from '../../src/spec/behaviour.js';
import { errorCatalogue } from '../../src/spec/error-catalogue.js';
import type { QuestionId } from '../../src/spec/open-questions.js';

/** A documented “no”. Stages return it; `respond` alone turns it into an answer. */
export interface Refusal {
  readonly kind: 'refusal';
  readonly code: ErrorCode;
  /** The case of the error, where one code has several: a deployment may have a code or a text of its own for it. */
  readonly situation: ErrorSituation | undefined;
  readonly status: number;
  /** Says what was wrong and where; never holds a key. */
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The client may send again at this moment, in milliseconds since the epoch. */
  readonly retryAtMs: number | undefined;
  /** Whether the client asked for it with `Prefer: code=…`, or a test with a fault. */
  readonly isForced: boolean;
  /** Open questions that this answer rests on. */
  readonly assumed: readonly QuestionId[];
}

export interface RefusalDetails {
  readonly situation?: ErrorSituation;
  /** Another status than the catalogue's, where an open question allows one. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly retryAtMs?: number;
  readonly assumed?: readonly QuestionId[];
}

export function refuse(code: ErrorCode, message: string, details: RefusalDetails = {}): Refusal {
  const { situation, status = errorCatalogue[code].status, headers = {}, retryAtMs, assumed = [] } = details;
  return { kind: 'refusal', code, situation, status, message, headers, retryAtMs, isForced: false, assumed };
}
