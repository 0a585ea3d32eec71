import type { OperationId } from '../../src/spec/operations.js';
import type { Fault, FaultTarget } from './fault.js';

/** Faults that a test asks for; they meet requests in the order in which they were asked for. */
export interface Faults {
  /** Breaks the next request, or the next `times` requests. Throws an InputError. */
  next(target: FaultTarget, fault: Fault, options?: { readonly times?: number }): void;
  /** Breaks every request from now on, or that share of them: the same seed, the same requests. Throws an InputError. */
  always(target: FaultTarget, fault: Fault, options?: { readonly probability?: number; readonly seed?: number }): void;
  /** Takes every fault back. */
  clear(): void;
}

export interface FaultQueue extends Faults {
  /** Answers the fault that meets a request, and uses it up. `operation` is undefined for a path or method that is none. */
  take(operation: OperationId | undefined): Fault | undefined;
  /** Remembers the state; calling what it answers puts it back, as often as one likes. */
  save(): () => void;
}

export function createFaults(): FaultQueue {
  return { next() {}, always() {}, clear() {}, take: () => undefined, save: () => () => {} };
}
