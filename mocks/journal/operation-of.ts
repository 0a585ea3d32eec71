import type { OperationId } from '../../src/spec/operations.js';
import { findRoute } from '../route.js';
import type { ServiceAddresses } from '../service-address.js';
import type { Entry } from './entry.js';

/** Answers the operation whose method and path a request has, as the addresses are now. */
export function operationOf({ method, path, origin }: Entry, addresses: ServiceAddresses): OperationId | undefined {
  const { operation } = findRoute(origin === undefined ? { path } : { path, origin }, addresses);
  return operation?.method === method ? operation.id : undefined;
}
