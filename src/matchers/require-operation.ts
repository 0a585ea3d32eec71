import { quote } from '../json/quote.js';
import { type OperationId, operationIds } from '../spec/operations.js';
import { InputError } from '../validation/input-error.js';
import { kindInWords } from './loose-object.js';
import { nearestHint } from './nearest-hint.js';

/** Throws an InputError for an operation that there is not. */
export function requireOperation(attempted: string, operation: unknown): asserts operation is OperationId {
  if (operationIds.some((id) => id === operation)) return;
  const isText = typeof operation === 'string';
  const problem = isText ? `there is no operation ${quote(operation)}` : `the operation is ${kindInWords(operation)}`;
  throw new InputError(attempted, problem, nearestHint(operation, operationIds, 'operations'));
}
