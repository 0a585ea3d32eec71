import type { FaultState } from '../../admin/schemas/faults.js';

/**
 * Answers the fault that keeps another one from meeting anything: a request meets one fault at most, and the list is in the
 * order in which it would. Undefined where there is none such.
 */
export function comesFirst(fault: FaultState, list: readonly FaultState[]): FaultState | undefined {
  const before = list.slice(
    0,
    list.findIndex(({ id }) => id === fault.id),
  );
  return before.find(
    ({ operation, key, probability = 1 }) =>
      probability >= 1 && (operation === 'any' || operation === fault.operation) && (key === null || key === fault.key),
  );
}
