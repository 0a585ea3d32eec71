import { isOfAMinute, LONGEST_DAY_MS, limitsOf, MINUTE_MS, SKEW_MS } from './ledger.js';
import type { Reading } from './reading.js';
import type { JudgeSettings } from './rule.js';

/** A clock that is set wrong, or in another time zone, differs by hours. A Reset that is further off has another cause. */
const CLOCKS_DIFFER_MS = 2 * LONGEST_DAY_MS;

/**
 * Without `Date`, an impossible Reset may also come from a wrong clock of the sender. If there is one, the moment of each response
 * without `Date` is unknown.
 */
export function markUnclearClocks(readings: readonly Reading[], settings: JudgeSettings): readonly Reading[] {
  if (!readings.some((reading) => isOff(reading, settings))) return readings;
  return readings.map((reading) => {
    if (reading.hasDate) return reading;
    const [earliestMs, latestMs] = [reading.earliestMs - CLOCKS_DIFFER_MS, reading.latestMs + CLOCKS_DIFFER_MS];
    return { ...reading, earliestMs, latestMs, isClockUnclear: true };
  });
}

function isOff(reading: Reading, { plan }: JudgeSettings): boolean {
  const limits = limitsOf(reading);
  if (limits === undefined || reading.hasDate || reading.isCached || !reading.isAccepted) return false;
  const aheadMs = limits.resetSeconds * 1000 - reading.respondedMs;
  const mostMs = isOfAMinute(limits.limit, plan) ? MINUTE_MS : LONGEST_DAY_MS;
  return (aheadMs < -SKEW_MS || aheadMs > mostMs + SKEW_MS) && Math.abs(aheadMs) < CLOCKS_DIFFER_MS;
}
