import { type PlanLimits, type PlanName, plans } from '../../spec/plans.js';
import type { RateLimitState } from '../../spec/rate-limit-headers.js';
import type { Reading } from '../evidence.js';
import { MINUTE_MS, SKEW_MS } from '../ledger.js';
import { distinct, isOrdinary } from './seen.js';

/** An answer that showed its limits. */
export interface LimitsShown {
  readonly reading: Reading;
  readonly limits: RateLimitState;
}

const DAY_SECONDS = 86_400;

/** Returns those that showed their limits, to whomever (§8.1). */
export function limitsShown(readings: readonly Reading[]): LimitsShown[] {
  return readings.flatMap((reading) => (reading.limits === undefined ? [] : [{ reading, limits: reading.limits }]));
}

/** Returns those that were given to a good key, and by the service in its own way. */
export function limitsShownToKeys(readings: readonly Reading[]): LimitsShown[] {
  return limitsShown(readings.filter(isOrdinary));
}

/** The same for requests of the same key. */
export function keyOf({ credential }: Reading): string {
  return 'name' in credential ? credential.name : '';
}

/** Seconds from the answer to Reset. */
export function secondsLeft({ limits, reading }: LimitsShown): number {
  return limits.resetSeconds - reading.respondedMs / 1000;
}

/**
 * Returns whether answers that showed one Limit describe a minute or a day: only a day resets later than a minute ahead. In its last minute
 * a day may be taken for a minute, so where all showed a single Reset, and midnight is that, it cannot be told.
 */
export function windowOf(shown: readonly LimitsShown[]): 'minute' | 'day' | undefined {
  if (shown.some((one) => secondsLeft(one) * 1000 > MINUTE_MS + SKEW_MS)) return 'day';
  return shown.some(({ limits }) => limits.resetSeconds % DAY_SECONDS !== 0) ? 'minute' : undefined;
}

/** A plan whose limits the document names. */
export type DocumentedPlan = Exclude<PlanName, 'enterprise'>;

const documented: readonly DocumentedPlan[] = ['free', 'pro', 'business'];

/**
 * Returns the documented plans that have all of the Limits that a key was told (§8). Of two that have them (1,000 is a day of Free and a
 * minute of Business) Reset tells the right one, where it can. `named`: the plan that the user says it is, which counts unless it has
 * other limits.
 */
export function possiblePlans(shown: readonly LimitsShown[], named: PlanName | undefined): DocumentedPlan[] {
  if (named === 'enterprise') return [];
  const limits = limitsIn(shown);
  const having = documented.filter((plan) =>
    limits.every((limit) => limit === plans[plan].perMinute || limit === plans[plan].perDay),
  );
  const possible = named !== undefined && having.includes(named) ? [named] : having;
  return possible.filter((plan) =>
    limits.every((limit) => {
      const window = windowOf(ofLimit(shown, limit));
      // In its last minute a day looks like a minute.
      if (limit === plans[plan].perDay) return possible.length === 1 || window !== 'minute';
      return window !== 'day';
    }),
  );
}

/** Returns whether a Limit is that of a minute or of a day: by the one plan that a key can have, else by its Reset. */
export function windowOfLimit(
  limit: number,
  shown: readonly LimitsShown[],
  possible: readonly DocumentedPlan[],
): 'minute' | 'day' | undefined {
  const [plan, ...others] = possible;
  if (plan === undefined || others.length > 0) return windowOf(ofLimit(shown, limit));
  return windowIn(plans[plan], limit);
}

/** Returns the different Limits, the least first. */
export function limitsIn(shown: readonly LimitsShown[]): number[] {
  return distinct(shown.map((one) => one.limits.limit)).sort((a, b) => a - b);
}

function windowIn({ perDay }: PlanLimits, limit: number): 'minute' | 'day' {
  return limit === perDay ? 'day' : 'minute';
}

function ofLimit(shown: readonly LimitsShown[], limit: number): LimitsShown[] {
  return shown.filter((one) => one.limits.limit === limit);
}
