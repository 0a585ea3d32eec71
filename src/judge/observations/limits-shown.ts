import type { RateLimitState } from '../../spec/rate-limit-headers.js';
import { SKEW_MS } from '../ledger/limit-headers.js';
import { MINUTE_MS } from '../ledger/window-length.js';
import type { Reading } from '../reading.js';
import { isOrdinary } from './seen.js';

/** An answer that showed its limits. */
export interface LimitsShown {
  readonly reading: Reading;
  readonly limits: RateLimitState;
}

const DAY_SECONDS = 86_400;

/** Answers those that showed their limits, to whomever (§8.1). */
export function limitsShown(readings: readonly Reading[]): LimitsShown[] {
  return readings.flatMap((reading) => (reading.limits === undefined ? [] : [{ reading, limits: reading.limits }]));
}

/** Answers those that were given to a good key, and by the service in its own way. */
export function limitsShownToKeys(readings: readonly Reading[]): LimitsShown[] {
  return limitsShown(readings.filter(isOrdinary));
}

/** Answers each item with the one after it. */
export function pairs<Item>(all: readonly Item[]): [Item, Item][] {
  return all.slice(1).map((next, index) => [all[index] ?? next, next]);
}

/** The same for requests of the same key. */
export function keyOf({ credential }: Reading): string {
  return 'name' in credential ? credential.name : '';
}

/** Seconds from the answer to Reset. */
export function secondsLeft({ limits, reading }: LimitsShown): number {
  return limits.resetSeconds - reading.answeredMs / 1000;
}

/**
 * Tells whether answers that showed one Limit describe a minute or a day: only a day resets later than a minute ahead. In its last minute
 * a day may be taken for a minute, so where all showed a single Reset, and midnight is that, it cannot be told.
 */
export function windowOf(shown: readonly LimitsShown[]): 'minute' | 'day' | undefined {
  if (shown.some((one) => secondsLeft(one) * 1000 > MINUTE_MS + SKEW_MS)) return 'day';
  return shown.some(({ limits }) => limits.resetSeconds % DAY_SECONDS !== 0) ? 'minute' : undefined;
}
