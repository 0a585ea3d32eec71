import type { OperationId } from '../src/spec/operations.js';
import type { PetstoreRequest } from './petstore-request.js';
import type { Route } from './route.js';

/** Answers the operation that a request's method and path ask for, or undefined where they are none. */
export function askedOperation(
  { method }: Pick<PetstoreRequest, 'method'>,
  { operation }: Route,
): OperationId | undefined {
  return operation?.method === method ? operation.id : undefined;
}
