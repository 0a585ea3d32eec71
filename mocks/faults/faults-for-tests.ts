import type { OperationId } from '../../src/spec/operations.js';
import { openAccounts } from '../limits/accounts.js';
import { createFaults, type FaultQueue } from './faults.js';

/** Faults of a world with the sample keys. */
export function openFaults(): FaultQueue {
  return createFaults(openAccounts({}, 'first-request', 0));
}

/** What meets one request. */
export function take(faults: FaultQueue, operation: OperationId | undefined, key?: string) {
  return faults.take(operation, () => key);
}
