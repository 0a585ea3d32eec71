import type { ErrorCode, ErrorSituation } from '../src/spec/behaviour.js';
import { errorCatalogue } from '../src/spec/errors.js';
import type { Int64Text } from '../src/spec/int64.js';
import type { JsonObject } from '../src/spec/json.js';
import type { QuestionId } from '../src/spec/open-questions.js';
import type { AppliedFault } from './faults/fault.js';
import type { Account } from './limits/account.js';
import type { PetstoreRequest } from './neutral-http.js';
import type { Route } from './route.js';
import type { World } from './world.js';

/** One request on its way through the stages, with what they have found out so far. */
export interface RequestContext {
  readonly world: World;
  readonly request: PetstoreRequest;
  readonly route: Route;
  /** The one moment at which this call happens. */
  readonly nowMs: number;
  /** What a test wants to go wrong with this answer. */
  readonly fault: AppliedFault | undefined;
  /** Open questions that the answer rests on. */
  readonly assumed: Set<QuestionId>;
  /** Whose limits apply; set by `authenticate`. */
  account: Account | undefined;
  /** Whether `spendQuota` took this request off the account's quota. */
  isCounted: boolean;
  /** Set by `checkPetId` where the path has one. */
  petId: Int64Text;
  /** Set by `readJsonBody` where the operation has one. */
  body: JsonObject;
}

export type StageResult = ErrorResponse | Success;

/** A documented “no”. Stages return it; `respond` alone turns it into an answer. */
export interface ErrorResponse {
  readonly kind: 'error';
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

export interface ErrorResponseDetails {
  readonly situation?: ErrorSituation;
  /** Another status than the catalogue's, where an open question allows one. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly retryAtMs?: number;
  readonly assumed?: readonly QuestionId[];
}

export function errorResponse(code: ErrorCode, message: string, details: ErrorResponseDetails = {}): ErrorResponse {
  const { situation, status = errorCatalogue[code].status, headers = {}, retryAtMs, assumed = [] } = details;
  return { kind: 'error', code, situation, status, message, headers, retryAtMs, isForced: false, assumed };
}

/** What an operation answers when nothing was refused. */
export interface Success {
  readonly kind: 'success';
  readonly status: number;
  /** JSON text; undefined for an answer without a body. */
  readonly body: string | undefined;
  /** The body in UTF-8, where the operation has it already. */
  readonly encodedBody?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}
