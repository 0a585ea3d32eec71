import { FaultQueue } from '../mocks/faults/faults.js';
import { Accounts } from '../mocks/limits/accounts.js';
import { type OperationId, petstore } from '../src/service/petstore.js';

/** Faults of a world with the sample keys. */
export function openFaults(): FaultQueue {
  return new FaultQueue(new Accounts({}, 'first-request', 0), petstore);
}

/** The fault that one request meets. */
export function take(faults: FaultQueue, operation: OperationId | undefined, key?: string) {
  return faults.take(operation, () => key);
}
