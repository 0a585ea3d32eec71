import { type PlanLimits, type PlanName, plans } from '../../spec/plans.js';
import { type LimitsShown, windowOf } from './limits-shown.js';
import { distinct } from './seen.js';

/** A plan whose limits the document names. */
export type DocumentedPlan = Exclude<PlanName, 'enterprise'>;

const documented: readonly DocumentedPlan[] = ['free', 'pro', 'business'];

/**
 * Answers the documented plans that have all of the Limits that a key was told (§8). Of two that have them (1,000 is a day of Free and a
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

/** Answers whether a Limit is that of a minute or of a day: by the one plan that a key can have, else by its Reset. */
export function windowOfLimit(
  limit: number,
  shown: readonly LimitsShown[],
  possible: readonly DocumentedPlan[],
): 'minute' | 'day' | undefined {
  const [plan, ...others] = possible;
  if (plan === undefined || others.length > 0) return windowOf(ofLimit(shown, limit));
  return windowIn(plans[plan], limit);
}

/** Answers the different Limits, the least first. */
export function limitsIn(shown: readonly LimitsShown[]): number[] {
  return distinct(shown.map((one) => one.limits.limit)).sort((a, b) => a - b);
}

function windowIn({ perDay }: PlanLimits, limit: number): 'minute' | 'day' {
  return limit === perDay ? 'day' : 'minute';
}

function ofLimit(shown: readonly LimitsShown[], limit: number): LimitsShown[] {
  return shown.filter((one) => one.limits.limit === limit);
}
