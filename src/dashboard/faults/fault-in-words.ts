import type { FaultState } from '../../admin/schemas/faults.js';
import { countOf } from '../parts/tell-time.js';

/**
 * Answers a fault in words, such as `Every updateInventory of key#2 → 503`. `nameOf` says how a key is called.
 */
export function faultInWords(fault: FaultState, nameOf: (alias: string) => string = (alias) => alias): string {
  return `${whichRequests(fault, nameOf)} → ${[...outcomes(fault)].join(', ')}`;
}

/** Answers what a fault still has before it and behind it, such as `3 left, met 14`. */
export function progressInWords({ left, met }: FaultState): string {
  const behind = met === 0 ? 'met none yet' : `met ${countOf(met)}`;
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

function* outcomes({ status, network, body, delayMs, dripMs }: FaultState): Generator<string> {
  if (status !== undefined) yield String(status);
  if (network !== undefined) yield 'the connection breaks';
  if (body === 'truncated') yield 'the body breaks off halfway';
  if (body === 'malformed') yield 'the body is no JSON';
  if (delayMs !== undefined) yield delayInWords(delayMs);
  if (dripMs !== undefined) yield `the body drips over ${timeOf(dripMs)}`;
}

function delayInWords(delay: NonNullable<FaultState['delayMs']>): string {
  if (typeof delay === 'number') return `after ${timeOf(delay)}`;
  if (delay.type === 'normal') return `after ${timeOf(delay.mean)} ± ${timeOf(delay.deviation)}`;
  return `after ${timeOf(delay.median)} in the median, with a tail (σ ${delay.sigma})`;
}

/** Answers a share as `20 %`; small ones keep the digits that tell them from none. */
function percentOf(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`;
}

function timeOf(ms: number): string {
  return ms >= 1_000 ? `${Number((ms / 1_000).toPrecision(3))} s` : `${Number(ms.toPrecision(3))} ms`;
}
