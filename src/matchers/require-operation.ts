import { quote } from '../json/quote.js';
import { type OperationId, operationIds } from '../spec/operations.js';
import { InputError } from '../validation/input-error.js';
import { nameHint } from '../validation/name-hint.js';
import { kindInWords } from './loose-object.js';

/** Throws an InputError for an operation that there is not. */
export function requireOperation(attempted: string, operation: unknown): asserts operation is OperationId {
  if (operationIds.some((id) => id === operation)) return;
  const isText = typeof operation === 'string';
  const problem = isText ? `there is no operation ${quote(operation)}` : `the operation is ${kindInWords(operation)}`;
  throw new InputError(attempted, problem, nameHint(operation, operationIds, 'Operations'));
}
