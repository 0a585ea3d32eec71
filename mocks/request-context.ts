import type { Int64Text } from '../src/json/exact-number.js';
import type { JsonObject } from '../src/json/json.js';
import { type ErrorCode, type ErrorSituation, errorCatalogue } from '../src/service/errors.js';
import type { QuestionId } from '../src/service/open-questions.js';
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
  /** The one moment at which this request happens. */
  readonly nowMs: number;
  /** The fault that a test injected for this request. */
  readonly fault: AppliedFault | undefined;
  /** Open questions that the response depends on. */
  readonly assumed: Set<QuestionId>;
  /** The account whose limits apply; set by `identify`. */
  account: Account | undefined;
  /** Whether this request was counted. */
  isCounted: boolean;
  /** Set by `checkPetId` if the path has one. */
  petId: Int64Text;
  /** Set by `readJsonBody` if the operation has one. */
  body: JsonObject;
}

export type StageResult = ErrorResponse | Success;

/** A step on the way to a response. The first one with a result ends the way. */
export type Stage = (context: RequestContext) => StageResult | undefined;

/** A documented error. Stages return it; only `respond` turns it into a response. */
export interface ErrorResponse {
  readonly kind: 'error';
  readonly code: ErrorCode;
  /** The case of the error if a code has several: a deployment may use its own code or text for it. */
  readonly situation: ErrorSituation | undefined;
  readonly status: number;
  /** What was wrong and where; never contains a key. */
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
  /** When the client may retry, in milliseconds since the epoch. */
  readonly retryAtMs: number | undefined;
  /** Whether `Prefer: code=…` or a fault forced it. */
  readonly isForced: boolean;
  /** Open questions that this error depends on. */
  readonly assumed: readonly QuestionId[];
}

export interface ErrorResponseDetails {
  readonly situation?: ErrorSituation;
  /** Overrides the catalogue's status where an open question allows it. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly retryAtMs?: number;
  readonly assumed?: readonly QuestionId[];
}

/** Creates an error; the status comes from the catalogue unless `details` has one. */
export function errorResponse(code: ErrorCode, message: string, details: ErrorResponseDetails = {}): ErrorResponse {
  const { situation, status = errorCatalogue[code].status, headers = {}, retryAtMs, assumed = [] } = details;
  return { kind: 'error', code, situation, status, message, headers, retryAtMs, isForced: false, assumed };
}

/** The result of a successful operation. */
export interface Success {
  readonly kind: 'success';
  readonly status: number;
  /** JSON text; undefined for a response without a body. */
  readonly body: string | undefined;
  /** The body in UTF-8, if already encoded. */
  readonly encodedBody?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}
