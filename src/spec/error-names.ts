import type { ErrorCode, ErrorName, ErrorSituation } from './behaviour.js';
import { type OperationError, operationErrors } from './operation-errors.js';
import type { OperationId } from './operations.js';

export interface NamedError {
  readonly code: ErrorCode;
  /** Undefined where it is about none of those, or nobody can tell about which. */
  readonly situation: ErrorSituation | undefined;
  /** The one that was asked for; undefined for a path or method that none has. */
  readonly operation: OperationId | undefined;
}

/** A key under another scheme than Bearer is a wrong key to whoever does not tell them apart. */
const widerSituation: { readonly [Situation in ErrorSituation]?: ErrorSituation } = { 'key-not-bearer': 'key-wrong' };

/**
 * Answers the names under which an error may have a code or a text of its own (open questions `error-codes`, `error-messages`):
 * that of its operation and situation, of the situation, of the code. The first one that has a text tells.
 */
export function namesOfError({ code, situation, operation }: NamedError): ErrorName[] {
  if (situation === undefined) return [code];
  const wider = widerSituation[situation];
  const own = [...operationErrorOf(operation, situation), situation];
  return wider === undefined ? [...own, code] : [...own, ...namesOfError({ code, situation: wider, operation })];
}

/** Answers the name of a situation as an operation refuses it; nothing where only one operation has it, or this one has it not. */
export function operationErrorOf(operation: OperationId | undefined, situation: ErrorSituation): OperationError[] {
  return operationErrors.filter((name) => name === `${operation} ${situation}`);
}

/** Answers the names of a situation as each operation that shares it with others refuses it. */
export function operationErrorsOf(situation: ErrorSituation): OperationError[] {
  return operationErrors.filter((name) => situationOf(name) === situation);
}

/** Answers the situation of `updateInventory pet-unknown`. */
function situationOf(name: OperationError): ErrorSituation {
  return name.slice(name.indexOf(' ') + 1) as ErrorSituation;
}
