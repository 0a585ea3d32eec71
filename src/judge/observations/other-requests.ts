import type { Behaviour } from '../../spec/behaviour.js';
import { rateLimitHeaderNames } from '../../spec/rate-limit-headers.js';
import type { Evidence, Reading } from '../evidence.js';
import { isUsedByNobodyElse } from './quota-cost.js';
import { costOf, costsOfSteps, stepsIn } from './quota-steps.js';
import { distinct, type OtherKind, otherKindOf, otherKinds, type Seen, seen, unseen } from './seen.js';

type Limiting = Behaviour['other-requests-rate-limited'][OtherKind];

/** How requests for no operation are limited, kind by kind. A gateway may respond to them before the service counts them. */
export function otherRequestsLimiting(evidence: Evidence): Seen {
  const costs = otherRequestsCost(evidence);
  const kinds = otherKinds.map((kind) => {
    const readings = evidence.readings.filter((reading) => otherKindOf(reading, evidence) === kind);
    const [isShown, ...others] = distinct(readings.map(showsLimits));
    return { kind, readings, isShown: others.length === 0 ? isShown : undefined, isCounted: costs.get(kind) };
  });
  const readings = kinds.flatMap((each) => each.readings);
  const note = kinds.map(({ kind, readings: own }) => `${kind}: ${headersInWords(own)}`).join(', ');
  if (kinds.every(({ isShown }) => isShown === undefined)) return unseen(note, readings);
  const known = kinds.filter(({ isShown, isCounted }) => isShown || (isShown === false && isCounted !== undefined));
  const unclear = kinds.filter(({ isShown, isCounted }) => isShown === false && isCounted === undefined);
  const choice = Object.fromEntries(
    kinds.map(({ kind, isShown = true, isCounted }) => [kind, limitingOf(isShown, isCounted)]),
  );
  const notSeen = otherKinds.filter((name) => !known.some(({ kind }) => kind === name));
  return {
    ...seen(choice, note, readings, notSeen, Object.fromEntries(known.map(({ kind, readings: own }) => [kind, own]))),
    unknown: Object.fromEntries(unclear.map(({ kind }) => [kind, 'no headers, and no count of what was left'])),
  };
}

/** Returns which requests for no operation use quota, of those whose responses do not show what is left. */
function otherRequestsCost(evidence: Evidence): ReadonlyMap<OtherKind, boolean> {
  const steps = isUsedByNobodyElse(evidence) ? stepsIn(evidence) : [];
  const { costs, isLater } = costsOfSteps(steps);
  const shown = steps.flatMap(({ first, next, fall, between }) => {
    const own = costOf(isLater ? first : next, costs);
    const possible = own === undefined ? [0, 1] : [Number(own)];
    // All of them use quota, or none.
    const [isCounted, ...more] = [true, false].filter((each) => possible.includes(fall - (each ? between.length : 0)));
    return isCounted === undefined || more.length > 0 ? [] : between.map((kind) => ({ kind, isCounted }));
  });
  return new Map(
    otherKinds.flatMap((kind) => {
      const [cost, ...more] = distinct(shown.filter((each) => each.kind === kind).map(({ isCounted }) => isCounted));
      return cost === undefined || more.length > 0 ? [] : [[kind, cost] as const];
    }),
  );
}

/** Without the headers, a gateway is more likely than a service that counts. */
function limitingOf(isShown: boolean, isCounted = false): Limiting {
  if (isShown) return 'limited';
  return isCounted ? 'counted' : 'unlimited';
}

/** Returns whether a response has all three headers, or none; undefined for some of them, and where they may be hidden. */
function showsLimits({ header, mayHideHeaders }: Reading): boolean | undefined {
  const count = rateLimitHeaderNames.filter((name) => header(name) !== undefined).length;
  if (count === 0) return mayHideHeaders ? undefined : false;
  return count === rateLimitHeaderNames.length ? true : undefined;
}

function headersInWords(readings: readonly Reading[]): string {
  if (readings.length === 0) return 'no request could show it';
  const words = readings.map(
    (reading) => ({ true: 'with', false: 'without' })[String(showsLimits(reading))] ?? 'with some of',
  );
  return `${distinct(words).join(' and ')} the headers`;
}
