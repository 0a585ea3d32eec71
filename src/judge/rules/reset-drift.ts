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
  const stretch: LedgerEntry[] = [];
  for (const entry of entries.slice(start)) {
    const [first, previous] = [stretch[0], stretch.at(-1)];
    if (first !== undefined && Math.abs(distanceMs(entry) - distanceMs(first)) > CONSTANT_MS) break;
    if (previous !== undefined && entry.remaining > previous.remaining) break;
    stretch.push(entry);
  }
  return stretch;
}

function driftIn(stretch: readonly LedgerEntry[]): ResetDrift | undefined {
  for (const [index, first] of stretch.entries()) {
    for (const last of stretch.slice(index + 1)) {
      if (last.atMs >= first.resetMs - SKEW_MS) break;
      if (last.sentMs - first.sentMs < SPREAD_MS) continue;
      return { first, last, distanceMs: distanceMs(first), entries: stretch.slice(index) };
    }
  }
  return undefined;
}

/** By the clock of the sender, which is the same for all. */
function distanceMs({ resetMs, reading }: LedgerEntry): number {
  return resetMs - reading.exchange.endedMs;
}
