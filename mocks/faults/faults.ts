import type { OperationId } from '../../src/spec/operations.js';
import { checkedFault, checkedShare, checkedTarget, checkedTimes } from './check-fault.js';
import type { Fault, FaultTarget } from './fault.js';
import { createSeededDraws } from './seeded-draws.js';

/** Faults that a test asks for; a request meets one of them at most. Those of `next` come first, in the order in which they were asked for. */
export interface Faults {
  /** Breaks the next request to the target, or the next `times` requests. Throws an InputError. */
  next(target: FaultTarget, fault: Fault, options?: { readonly times?: number }): void;
  /**
   * Breaks every request to the target from now on, or that share of them: the same seed, the same requests.
   * Of several that would meet a request, the one that was asked for first does. Throws an InputError.
   */
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

interface Waiting {
  readonly target: FaultTarget;
  readonly fault: Fault;
  /** Requests that it is still to meet. */
  left: number;
}

interface Standing {
  readonly target: FaultTarget;
  readonly fault: Fault;
  readonly probability: number;
  readonly draw: (index: number) => number;
  /** Requests to its target so far: which of them it meets hangs on nothing else. */
  seen: number;
}

export function createFaults(): FaultQueue {
  let waiting: Waiting[] = [];
  let standing: Standing[] = [];

  const takeWaiting = (operation: OperationId | undefined) => {
    const first = waiting.find(({ target }) => isMeant(target, operation));
    if (first === undefined) return undefined;
    first.left--;
    if (first.left === 0) waiting = waiting.filter((one) => one !== first);
    return first.fault;
  };
  // Each draws for every request to its target, so that no other fault changes which ones it meets.
  const drawStanding = (operation: OperationId | undefined) =>
    standing.filter((one) => isMeant(one.target, operation)).filter(fires)[0]?.fault;

  return {
    next(target, fault, options = {}) {
      waiting.push({ target: checkedTarget(target), fault: checkedFault(fault), left: checkedTimes(options) });
    },
    always(target, fault, options = {}) {
      const one = { target: checkedTarget(target), fault: checkedFault(fault) };
      const { probability, seed } = checkedShare(options);
      // With the seed alone, two faults would draw the same numbers and want the same requests.
      const draw = createSeededDraws([seed, standing.length]);
      standing.push({ ...one, probability, draw, seen: 0 });
    },
    clear() {
      waiting = [];
      standing = [];
    },
    take(operation) {
      // Every request asks, and nearly all fakes have no fault.
      if (waiting.length === 0 && standing.length === 0) return undefined;
      const drawn = drawStanding(operation);
      return takeWaiting(operation) ?? drawn;
    },
    save() {
      const saved = { waiting: copyAll(waiting), standing: copyAll(standing) };
      return () => {
        waiting = copyAll(saved.waiting);
        standing = copyAll(saved.standing);
      };
    },
  };
}

function isMeant(target: FaultTarget, operation: OperationId | undefined): boolean {
  return target === 'any' || target === operation;
}

function fires(one: Standing): boolean {
  const index = one.seen++;
  return one.probability === 1 || one.draw(index) < one.probability;
}

function copyAll<T extends object>(list: readonly T[]): T[] {
  return list.map((one) => ({ ...one }));
}
