import type { FaultState } from '../../admin/schemas/faults.js';
import { countOf } from '../parts/format.js';

/**
 * Describes a fault, such as `Every updateInventory of key#2 → 503`. `nameOf` returns the label of a key.
 */
export function describeFault(fault: FaultState, nameOf: (alias: string) => string = (alias) => alias): string {
  return `${whichRequests(fault, nameOf)} → ${[...effectsOf(fault)].join(', ')}`;
}

/** Returns how often a fault applied and will apply, such as `3 left, applied 14×`. */
export function describeProgress({ left, met }: FaultState): string {
  const behind = met === 0 ? 'not applied yet' : `applied ${countOf(met)}×`;
  return left === null ? behind : `${countOf(left)} left, ${behind}`;
}

function whichRequests({ operation, key, left, ...fault }: FaultState, nameOf: (alias: string) => string): string {
  const share = fault.probability ?? 1;
  const what = operation === 'any' ? 'request' : operation;
  const many = operation === 'any' ? 'requests' : operation;
  const of = key === null ? '' : ` of ${nameOf(key)}`;
  if (share < 1) return `${percentOf(share)} of ${many}${of}`;
  if (left === null) return `Every ${what}${of}`;
  return left === 1 ? `The next ${what}${of}` : `The next ${countOf(left)} ${many}${of}`;
}

function* effectsOf({ status, network, body, delayMs, dripMs }: FaultState): Generator<string> {
  if (status !== undefined) yield String(status);
  if (network !== undefined) yield 'connection reset';
  if (body === 'truncated') yield 'truncated body';
  if (body === 'malformed') yield 'malformed body';
  if (delayMs !== undefined) yield `after ${timeOf(delayMs)}`;
  if (dripMs !== undefined) yield `body drips over ${timeOf(dripMs)}`;
}

/** Returns a share as `20 %`, with three significant digits. */
function percentOf(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`;
}

function timeOf(ms: number): string {
  return ms >= 1_000 ? `${Number((ms / 1_000).toPrecision(3))} s` : `${Number(ms.toPrecision(3))} ms`;
}
