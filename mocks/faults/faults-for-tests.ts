import type { OperationId } from '../../src/service/petstore.js';
import { Accounts } from '../limits/accounts.js';
import { FaultQueue } from './faults.js';

/** Faults of a world with the sample keys. */
export function openFaults(): FaultQueue {
  return new FaultQueue(new Accounts({}, 'first-request', 0));
}

/** The fault that one request meets. */
export function take(faults: FaultQueue, operation: OperationId | undefined, key?: string) {
  return faults.take(operation, () => key);
}
