import type { OperationId } from '../../src/spec/operations.js';
import type { FaultKey } from './check-fault-options.js';
import { drawDelays } from './draw-delays.js';
import type { FaultState, StruckFault } from './fault.js';
import { createSeededDraws } from './seeded-draws.js';

/** What somebody asks for, checked. */
interface Wish extends Pick<FaultState, 'target' | 'fault' | 'probability' | 'seed'> {
  readonly key: FaultKey | undefined;
  /** Requests that it is to meet; undefined: until it is taken back. */
  readonly times: number | undefined;
}

/** A fault that was asked for, with what became of it so far. */
export interface AskedFault extends Wish {
  readonly id: string;
  readonly isDrawn: boolean;
  /** Tells it from other drawn faults of its seed: with the seed alone they would want the same requests. */
  readonly twin: number;
  readonly chanceOf: (request: number) => number;
  readonly lengthOf: (request: number) => number;
  /** Requests that it looked at: which of them it meets, and for how long, hangs on nothing else. */
  seen: number;
  met: number;
}

/** Makes a fault. `others` are those beside which it will stand; `road` keeps the lengths of `next` and `always` apart. */
export function askFault(id: string, wish: Wish, others: readonly AskedFault[], road: 1 | 2): AskedFault {
  const { fault, probability, seed } = wish;
  const isDrawn = probability < 1 || typeof fault.delayMs === 'object';
  const twins = others.filter((one) => one.isDrawn && one.seed === seed).map(({ twin }) => twin);
  let twin = 0;
  while (twins.includes(twin)) twin++;
  return {
    ...wish,
    id,
    isDrawn,
    twin,
    chanceOf: createSeededDraws([seed, twin]),
    lengthOf: drawDelays(fault.delayMs, [seed, twin, road]),
    seen: 0,
    met: 0,
  };
}

/** Whether a request is one of those that a fault is about. */
export function isMeant(
  { target, key }: AskedFault,
  operation: OperationId | undefined,
  sentKey: string | undefined,
): boolean {
  return (target === 'any' || target === operation) && (key === undefined || key.text === sentKey);
}

/** Whether a fault wants the request that it now looks at. */
export function fires(one: AskedFault): boolean {
  const request = one.seen++;
  return one.probability === 1 || one.chanceOf(request) < one.probability;
}

/** Lets a fault meet the request that it looked at last. */
export function strike(one: AskedFault): StruckFault {
  one.met++;
  const { status, network, body, dripMs = 0 } = one.fault;
  return { id: one.id, status, network, body, delayMs: one.lengthOf(one.seen - 1), dripMs };
}

export function isOver({ times, met }: AskedFault): boolean {
  return met === times;
}

/** Tells of a fault, without the secret that its key is. */
export function stateOf({ id, target, fault, key, probability, seed, times, met }: AskedFault): FaultState {
  const left = times === undefined ? undefined : times - met;
  return { id, target, fault, key: key?.alias, probability, seed, left, met };
}
