import { type Account, isOfAMinute, type LedgerEntry, MINUTE_MS, SKEW_MS, type Track } from './ledger.js';

// What two responses with one Limit show about the window that they describe.

export function hasRisen(before: LedgerEntry, after: LedgerEntry): boolean {
  return after.remaining > before.remaining;
}

/** The later response shows the same Reset as the earlier one, and came before it. */
export function isSameWindow(before: LedgerEntry, after: LedgerEntry): boolean {
  return Math.abs(after.resetMs - before.resetMs) <= SKEW_MS && after.latestMs < before.resetMs - SKEW_MS;
}

/** Returns whether two responses may describe the same window, rather than minute and day in turn with equal limits. */
export function mayBeOfOneLength(one: LedgerEntry, other: LedgerEntry): boolean {
  if (isLong(one) !== isLong(other)) return false;
  // By the sender's clock, which is the same for both, whatever Date says.
  const apartMs = Math.abs(one.resetMs - one.exchange.endedMs - (other.resetMs - other.exchange.endedMs));
  return !isOfAMinute(one.limit, undefined) || apartMs <= MINUTE_MS + SKEW_MS;
}

function isLong({ resetMs, respondedMs }: LedgerEntry): boolean {
  return resetMs - respondedMs > MINUTE_MS + SKEW_MS;
}

/** Stays below the shortest window, skewed clocks included: what was sent so shortly before lies in one sliding window. */
const YOUNGER_THAN_ANY_WINDOW_MS = 50_000;

/** A sliding window gives back only old requests: where fewer are shown than were certainly in it, a fixed one has restarted. */
export function isBelowOwnUse({ account }: Track, entry: LedgerEntry): boolean {
  return entry.used < countOwn(account, entry, entry.sentMs - YOUNGER_THAN_ANY_WINDOW_MS);
}

/** Returns whether so many requests, whose charge does not show, may have grown old and left a sliding window meanwhile. */
export function mayHaveLeft(count: number, from: LedgerEntry, to: LedgerEntry, track: Track): boolean {
  return count <= mostThatLeft(track, from, to) && !isBelowOwnUse(track, to);
}

/** Young requests have not left a sliding window, so at most as many have as others were in it shortly before. */
function mostThatLeft({ entries, account }: Track, from: LedgerEntry, to: LedgerEntry): number {
  const youngest = to.sentMs - YOUNGER_THAN_ANY_WINDOW_MS;
  let least = Number.POSITIVE_INFINITY;
  for (let index = entries.lastIndexOf(from); index >= 0; index--) {
    const entry = entries[index];
    if (entry === undefined || entry.sentMs <= youngest) break;
    if (mayBeOfOneLength(entry, from)) least = Math.min(least, entry.used - countOwn(account, entry, youngest));
  }
  return Math.max(0, least);
}

/** Returns how many requests up to a response were sent after a moment and are certainly charged. */
function countOwn({ accepted, acceptedUpTo }: Account, { position }: LedgerEntry, sinceMs: number): number {
  const end = acceptedUpTo(position);
  let start = end;
  while (start > 0 && (accepted[start - 1]?.exchange.startedMs ?? 0) > sinceMs) start--;
  return end - start;
}
