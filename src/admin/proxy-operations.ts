import { type AdminOperation, adminOperations } from './operations.js';

/** Tells whether a proxy in front of a real service can answer an operation, too: it watches, and has nothing that could be steered. */
export function isForProxy(operation: AdminOperation): boolean {
  const { area } = operation;
  return area === 'Server' || area === 'Requests' || operation === adminOperations.getState;
}
