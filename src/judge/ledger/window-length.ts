import { type PlanName, plans } from '../../spec/plans.js';
import type { LedgerEntry } from './ledger.js';
import { SKEW_MS } from './limit-headers.js';

export const MINUTE_MS = 60_000;

/** Tells whether a Limit can only be that of a minute. No plan has fewer a day than Free, agreed ones included (§8.5). */
export function isOfAMinute(limit: number, plan: PlanName | undefined): boolean {
  if (plan === 'enterprise') return false;
  if (plan !== undefined) return limit === plans[plan].perMinute;
  return limit < plans.free.perDay;
}

/** Tells whether two answers may describe one window and not minute and day in turn, whose limits may be equal. */
export function mayBeOfOneLength(one: LedgerEntry, other: LedgerEntry): boolean {
  return isLong(one) === isLong(other);
}

function isLong({ resetMs, atMs }: LedgerEntry): boolean {
  return resetMs - atMs > MINUTE_MS + SKEW_MS;
}
