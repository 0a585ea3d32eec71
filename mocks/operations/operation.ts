import type { Catalogue } from '../../fixtures/catalogue.js';
import type { Int64Text } from '../../src/json/exact-number.js';
import type { JsonObject } from '../../src/json/json.js';
import type { Behaviour } from '../../src/service/behaviour.js';
import { type ErrorCode, type ErrorSituation, errorCatalogue } from '../../src/service/errors.js';
import type { QuestionId } from '../../src/service/questions/open-questions.js';
import type { Service } from '../../src/service/service.js';
import type { ListBodyWriter } from '../stock/list-body.js';
import type { Messages } from '../stock/messages.js';
import type { InventoryModel } from '../stock/model.js';

export interface FakeService {
  readonly service: Service;
  readonly operations: Readonly<Record<string, FakeOperation>>;
}

/** How the fake carries out one operation. Keys, quotas, path and body are checked before. */
export interface FakeOperation {
  readonly carryOut: (context: OperationContext) => StageResult;
  /** Checks of the body what its schema cannot express. */
  readonly checkBody?: (context: OperationContext) => ErrorResponse | undefined;
  /** Returns the error for an unknown id, for an order of checks in which another check follows. `carryOut` rejects it, too. */
  readonly rejectUnknown?: (context: OperationContext) => ErrorResponse | undefined;
}

export interface OperationContext {
  readonly world: {
    readonly behaviour: Behaviour;
    readonly catalogue: Catalogue;
    readonly inventory: InventoryModel;
    readonly listBody: ListBodyWriter;
    readonly messages: Messages;
  };
  /** The one moment at which this request happens. */
  readonly nowMs: number;
  readonly assumed: Set<QuestionId>;
  readonly pathId: Int64Text;
  readonly body: JsonObject;
  /** The fields that an imitated deployment adds to the object, or to each one of a list, as JSON to append: see `addFields`. */
  readonly extraFields: string;
}

export function addFields(json: string, fields: string): string {
  return fields === '' ? json : `${json.slice(0, -1)}${fields}}`;
}

export type StageResult = ErrorResponse | Success;

interface Success {
  readonly kind: 'success';
  readonly status: number;
  /** JSON text; undefined for a response without a body, such as 204. */
  readonly body: string | undefined;
  readonly encodedBody?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

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
  readonly assumed: readonly QuestionId[];
}

/** Creates an error; the status comes from the catalogue unless `details` has one. */
export function errorResponse(
  code: ErrorCode,
  message: string,
  details: Partial<Omit<ErrorResponse, 'kind' | 'code' | 'message' | 'isForced'>> = {},
): ErrorResponse {
  const { situation, status = errorCatalogue[code].status, headers = {}, retryAtMs, assumed = [] } = details;
  return { kind: 'error', code, situation, status, message, headers, retryAtMs, isForced: false, assumed };
}
