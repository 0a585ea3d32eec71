import { type PlanName, plans } from '../../spec/plans.js';
import type { Evidence } from '../evidence.js';
import { openLedger, type Track } from '../ledger/ledger.js';
import { broken, kept, type Note, untold } from '../note.js';
import type { Rule } from '../rule.js';

export const limitPlanRule: Rule = {
  id: 'limits/plan',
  title: 'Limit is one of the two limits of the key’s plan',
  statements: [
    'limits.limit-is-of-the-plan',
    'limits.set-per-plan',
    'limits.free-plan',
    'limits.pro-plan',
    'limits.business-plan',
  ],
  severity: 'documented',
  class: 'passive',
  judge: judgePlan,
};

/** A plan has two limits. A recording may last longer than a plan: it may show those of two. */
const MOST_LIMITS_IN_A_RUN = 2;
const MOST_LIMITS_IN_A_RECORDING = 4;

function* judgePlan(evidence: Evidence): Iterable<Note> {
  const { plan } = evidence.settings;
  const accounts = openLedger(evidence).filter(({ tracks }) => tracks.length > 0);
  if (plan === 'enterprise') return yield untold(undefined, 'the limits of Enterprise are agreed individually');
  if (plan !== undefined && accounts.length > 1) {
    return yield untold(undefined, 'several keys were used, and nobody knows whose plan is meant');
  }
  for (const { tracks } of accounts) {
    yield* plan === undefined ? judgeNumber(tracks, evidence) : judgeNames(tracks, plan);
  }
}

function* judgeNames(tracks: readonly Track[], plan: Exclude<PlanName, 'enterprise'>): Iterable<Note> {
  const { perMinute, perDay } = plans[plan];
  for (const { limit, entries } of tracks) {
    for (const { reading } of entries) {
      if (limit === perMinute || limit === perDay) yield kept(reading);
      else {
        yield broken(reading, {
          problem: `Limit is none of the plan ${plan}`,
          expected: `X-RateLimit-Limit: ${perMinute} (a minute) or ${perDay} (a day)`,
          received: `X-RateLimit-Limit: ${limit}`,
        });
      }
    }
  }
}

/** The tracks of one key, the Limit that was seen first in front. */
function* judgeNumber(tracks: readonly Track[], { settings }: Evidence): Iterable<Note> {
  const most = settings.level === undefined ? MOST_LIMITS_IN_A_RECORDING : MOST_LIMITS_IN_A_RUN;
  const firsts = tracks.flatMap(({ entries }) => entries.slice(0, 1));
  for (const [index, first] of firsts.entries()) {
    const earlier = firsts.slice(0, index);
    if (index < MOST_LIMITS_IN_A_RUN) yield kept(first.reading);
    else if (index < most) yield untold(first.reading, 'the limits changed, as they do where a plan is changed');
    else {
      yield broken(first.reading, {
        problem: 'one key has more limits than a plan has',
        expected: 'two limits, one for the minute and one for the day',
        received: `X-RateLimit-Limit: ${first.limit}, after ${earlier.map(({ limit }) => limit).join(', ')}`,
        related: earlier.map(({ reading }) => reading),
      });
    }
  }
}
