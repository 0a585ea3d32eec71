import type { RateLimitState } from '../../spec/rate-limit-headers.js';
import type { Reading } from '../reading.js';

// Whoever writes milliseconds, or the seconds that are left, lands far outside these years.
const EARLIEST_SECONDS = Date.UTC(2001, 0, 1) / 1000;
const LATEST_SECONDS = Date.UTC(2100, 0, 1) / 1000;

/**
 * Clocks of gateways differ by seconds, and headers hold whole ones: two moments that one service names may lie so far apart and
 * mean the same.
 */
export const SKEW_MS = 10_000;

/** Tells whether a text is a non-negative integer, as Limit and Remaining are (§8.2). One header sent twice reads `60, 60` and is none. */
export function isCount(text: string): boolean {
  return /^\d+$/.test(text);
}

/** Tells whether a text is a Unix timestamp in seconds, as Reset is (§8.2). */
export function isTimestamp(text: string): boolean {
  return isCount(text) && Number(text) >= EARLIEST_SECONDS && Number(text) <= LATEST_SECONDS;
}

/** Answers what the three headers say; undefined where one is missing or malformed. */
export function limitsOf({ limits }: Reading): RateLimitState | undefined {
  return limits !== undefined && isTimestamp(String(limits.resetSeconds)) ? limits : undefined;
}
