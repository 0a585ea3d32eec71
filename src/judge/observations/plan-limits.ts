import { defaultBehaviour } from '../../spec/behaviour.js';
import { type PlanLimits, type PlanName, plans } from '../../spec/plans.js';
import type { Evidence } from '../evidence.js';
import { keyOf, type LimitsShown, limitsShownToKeys, windowOf } from './limits-shown.js';
import { type DocumentedPlan, limitsIn, possiblePlans } from './possible-plans.js';
import { distinct, type Seen, seen, unseen } from './seen.js';

const documented = [plans.free, plans.pro, plans.business];

/** Which of a plan’s two windows the rate-limit headers describe (§8.2). */
export function describedWindow(evidence: Evidence): Seen {
  const shown = limitsShownToKeys(evidence.readings);
  const readings = shown.map(({ reading }) => reading);
  if (shown.length === 0) return unseen('no answer to a good key had well-formed rate-limit headers');
  const note = limitsInWords(shown);
  const possible = possiblePlans(shown, evidence.settings.plan);
  const plan = limitsOfPlan(shown, possible, evidence.settings.plan);
  if (plan === undefined) return unseen(`${note}: ${whyNoPlan(possible)}`, readings);
  const ofDay = shown.filter(({ limits }) => limits.limit === plan.perDay);
  const isAmple = ofDay.some(({ limits }) => limits.remaining > plan.perMinute);
  if (ofDay.length === 0) {
    return unseen(`${note}: the minute, be it always or while it is the scarcer one`, readings);
  }
  if (ofDay.length < shown.length) {
    if (!isAmple) return seen('fewest-remaining', `${note}: minute and day in turn`, readings);
    return unseen(`${note}: minute and day in turn, though not by what is scarcer`, readings);
  }
  if (!isAmple) return unseen(`${note}: the day, be it always or while it is the scarcer one`, readings);
  return seen('day', `${note}: the day, though more requests were left than a minute allows`, readings);
}

/** Answers the limits of the key's plan, where only one can be meant; two that no plan has are those of Enterprise. */
function limitsOfPlan(
  shown: readonly LimitsShown[],
  possible: readonly DocumentedPlan[],
  named: PlanName | undefined,
): PlanLimits | undefined {
  const [plan, ...others] = possible;
  if (plan !== undefined) return others.length === 0 ? plans[plan] : undefined;
  const [perMinute, perDay, ...more] = limitsIn(shown);
  const isAgreed = named === 'enterprise' || (named === undefined && !limitsIn(shown).every(isDocumented));
  return isAgreed && perMinute && perDay && more.length === 0 ? { perMinute, perDay } : undefined;
}

function whyNoPlan(possible: readonly DocumentedPlan[]): string {
  if (possible.length === 0) return 'which of its limits that is, no plan of the document tells';
  return `it may be that of ${possible.join(' or of ')}, which Reset does not tell`;
}

/** Limits that no documented plan has can only be those of Enterprise, whose quotas are agreed (§8.5). */
export function enterpriseLimits({ readings, settings }: Evidence): Seen {
  const shown = limitsShownToKeys(readings);
  const all = shown.map(({ reading }) => reading);
  const limits = limitsIn(shown);
  const note = limitsInWords(shown);
  if (settings.plan !== undefined && settings.plan !== 'enterprise') {
    return unseen('the key is said to be of another plan than Enterprise');
  }
  if (settings.plan === undefined && limits.every(isDocumented)) {
    return unseen(`${note}; nothing says that the key is of the Enterprise plan`, all);
  }
  if (distinct(all.map(keyOf)).length > 1) return unseen(`${note}; several keys were used`, all);
  const [first = 0, second] = limits;
  if (first === 0 || limits.length > 2) return unseen(note, all);
  if (second !== undefined) {
    const told = (limit: number) => shown.filter(({ limits }) => limits.limit === limit).map(({ reading }) => reading);
    const members = { perMinute: told(first), perDay: told(second) };
    return seen({ perMinute: first, perDay: second }, note, all, [], members);
  }
  const usual = defaultBehaviour['enterprise-limits'];
  switch (windowOf(shown)) {
    case 'minute':
      return seen({ perMinute: first, perDay: Math.max(first, usual.perDay) }, `${note} a minute`, all, ['perDay']);
    case 'day':
      return seen({ perMinute: Math.min(first, usual.perMinute), perDay: first }, `${note} a day`, all, ['perMinute']);
    default:
      return unseen(`${note}; of a minute or of a day`, all);
  }
}

function isDocumented(limit: number): boolean {
  return documented.some(({ perMinute, perDay }) => limit === perMinute || limit === perDay);
}

function limitsInWords(shown: readonly LimitsShown[]): string {
  return `Limit was ${limitsIn(shown).slice(0, 5).join(', ') || 'never shown'}`;
}
