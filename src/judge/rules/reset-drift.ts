import type { LedgerEntry } from '../ledger/ledger.js';
import { SKEW_MS } from '../ledger/limit-headers.js';

/** Answers in a row whose Reset moved on with the time although it had not come. No fixed window explains that. */
export interface ResetDrift {
  /** The two that show it. */
  readonly first: LedgerEntry;
  readonly last: LedgerEntry;
  /** How far ahead Reset always lay. */
  readonly distanceMs: number;
  /** All that kept the distance, from `first` on, Remaining only falling. */
  readonly entries: readonly LedgerEntry[];
}

/** Rounding to seconds, and the time an answer takes. */
const CONSTANT_MS = 2_000;
/** Well over what two gateways' clocks differ by. */
const SPREAD_MS = 12_000;

/** Answers the stretches in which Reset kept its distance from the time over at least twelve seconds. */
export function findDrift(entries: readonly LedgerEntry[]): ResetDrift[] {
  const drifts: ResetDrift[] = [];
  for (let index = 0; index < entries.length; ) {
    const stretch = stretchFrom(entries, index);
    const drift = driftIn(stretch);
    if (drift !== undefined) drifts.push(drift);
    index += stretch.length;
  }
  return drifts;
}

function stretchFrom(entries: readonly LedgerEntry[], start: number): LedgerEntry[] {
  let end = start + 1;
  while (end < entries.length && goesOn(entries[start], entries[end - 1], entries[end])) end++;
  return entries.slice(start, end);
}

function goesOn(first: LedgerEntry | undefined, previous: LedgerEntry | undefined, next: LedgerEntry | undefined) {
  if (first === undefined || previous === undefined || next === undefined) return false;
  return next.remaining <= previous.remaining && Math.abs(distanceMs(next) - distanceMs(first)) <= CONSTANT_MS;
}

function driftIn(stretch: readonly LedgerEntry[]): ResetDrift | undefined {
  for (const [index, first] of stretch.entries()) {
    for (const last of stretch.slice(index + 1)) {
      if (last.latestMs >= first.resetMs - SKEW_MS) break;
      if (last.sentMs - first.sentMs < SPREAD_MS) continue;
      return { first, last, distanceMs: first.resetMs - first.earliestMs, entries: stretch.slice(index) };
    }
  }
  return undefined;
}

/** By the clock of the sender: gateways' clocks differ, and this one is the same for all. */
function distanceMs({ resetMs, reading }: LedgerEntry): number {
  return resetMs - reading.exchange.endedMs;
}
