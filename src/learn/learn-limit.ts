import type { Evidence } from '../judge/evidence.js';
import { openLedger } from '../judge/ledger/ledger.js';
import { type LimitsShown, limitsShown } from '../judge/observations/limits-shown.js';
import { limitsIn, possiblePlans, windowOfLimit } from '../judge/observations/possible-plans.js';
import type { LearnedLimit } from '../profile/profile.js';
import { evidenceOf } from './confidence.js';

/** Learns the limits of the key that was used most, and the plan where only one can have them (§8). */
export function learnLimit(evidence: Evidence): LearnedLimit {
  const accounts = openLedger(evidence).map(({ tracks }) => tracks.flatMap(({ entries }) => entries));
  const entries = accounts.reduce((one, other) => (other.length > one.length ? other : one), []);
  const readings = entries.map(({ reading }) => reading).sort((a, b) => a.number - b.number);
  const shown = limitsShown(readings);
  const { plan: named } = evidence.settings;
  const possible = possiblePlans(shown, named);
  const windows = new Map(limitsIn(shown).map((limit) => [limit, windowOfLimit(limit, shown, possible)]));
  const of = (window: 'minute' | 'day') =>
    mostFrequent(shown.filter(({ limits }) => windows.get(limits.limit) === window));
  const [plan = null, ...others] = named === 'enterprise' && shown.length > 0 ? [named] : possible;
  return {
    plan: others.length === 0 && shown.length > 0 ? plan : null,
    perMinute: of('minute'),
    perDay: of('day'),
    ...evidenceOf(readings),
  };
}

function mostFrequent(shown: readonly LimitsShown[]): number | null {
  const counts = new Map<number, number>();
  for (const { limits } of shown) if (limits.limit > 0) counts.set(limits.limit, (counts.get(limits.limit) ?? 0) + 1);
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most === undefined ? null : most[0];
}
