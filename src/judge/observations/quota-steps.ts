import { isAlwaysRateLimited } from '../../spec/operations.js';
import { type Evidence, type Reading, readingsBySending } from '../evidence.js';
import { findOverlapping } from '../ledger.js';
import { distinct, type OtherKind, otherKindOf } from './seen.js';

/** Kinds of requests that may be counted differently; 405, 415 and the like are `other`. */
export const kinds = ['400', '404', '429', 'other', 'message', 'rejected message'] as const;
export type Kind = (typeof kinds)[number];

/** The quota of requests without a good key is another question (`unauthenticated-quota`). */
export function mayUseQuota({ credential, status }: Reading): boolean {
  if (credential.kind === 'misplaced') return status !== 401 && status !== 429;
  return credential.kind !== 'none' && !(credential.kind === 'bearer' && credential.standing === 'made-up');
}

/** Returns undefined if it is unknown whether the request was counted: a proxy or cache may have responded. */
export function kindOf(reading: Reading): Kind | 'accepted' | undefined {
  const { operation, exchange, status = 0, isCached, isSpecial, credential, limits } = reading;
  if (isCached || credential.kind === 'misplaced') return undefined;
  const isMessage = operation !== undefined && !isAlwaysRateLimited(operation);
  if (isMessage && reading.isAccepted) return 'message';
  if (isMessage && status >= 400 && status < 429) return 'rejected message';
  if (limits === undefined) return undefined;
  if (reading.isAccepted) {
    return operation !== undefined || exchange.request.method === 'HEAD' ? 'accepted' : undefined;
  }
  if (isSpecial || status < 400 || status >= 500 || status === 401 || status === 403) return undefined;
  return kinds.find((kind) => kind === String(status)) ?? 'other';
}

/** From one response of a key to the next that shows what is left, in the same window: by how much Remaining fell. */
export interface Step {
  readonly first: Reading;
  readonly next: Reading;
  readonly fall: number;
  /** Requests for no operation between the two, whose responses do not show what is left. */
  readonly between: readonly OtherKind[];
}

/** Returns the steps of all keys, in the order of sending. */
export function stepsIn(evidence: Evidence): Step[] {
  const charged = evidence.readings.filter(mayUseQuota);
  return distinct(charged.map(({ keyName }) => keyName)).flatMap((key) => {
    const own = charged.filter(({ keyName }) => keyName === key).sort(readingsBySending);
    const overlapping = findOverlapping(own);
    const steps: Step[] = [];
    let first: Reading | undefined;
    let between: OtherKind[] = [];
    for (const next of own) {
      const other = next.limits === undefined && !overlapping.has(next) ? otherKindOf(next, evidence) : undefined;
      if (other !== undefined) {
        between.push(other);
        continue;
      }
      const isOfKind = kindOf(next) !== undefined || otherKindOf(next, evidence) !== undefined;
      const isKnown = isOfKind && !overlapping.has(next);
      const fall = isKnown ? fallBetween(first, next) : undefined;
      if (first !== undefined && fall !== undefined) steps.push({ first, next, fall, between });
      first = isKnown ? next : undefined;
      between = [];
    }
    return steps;
  });
}

/** Reset is rounded: in a sliding window, requests of its last seconds may have left it already. */
const LAST_MS = 2_000;

export function isAboutToReset({ limits, respondedMs }: Reading): boolean {
  return limits !== undefined && limits.resetSeconds * 1000 - respondedMs <= LAST_MS;
}

function fallBetween(first: Reading | undefined, next: Reading): number | undefined {
  const [before, after] = [first?.limits, next.limits];
  // At 0 it falls no further.
  if (before === undefined || after === undefined || before.remaining === 0 || isAboutToReset(next)) return undefined;
  const isSame = before.limit === after.limit && before.resetSeconds === after.resetSeconds;
  return isSame ? before.remaining - after.remaining : undefined;
}

const ACCEPTED = 'accepted';

/** What each status costs if one of the two responses of a step shows it; undefined if that explains not all steps. */
function costsIn(steps: readonly Step[], which: 'first' | 'next'): ReadonlyMap<string, boolean> | undefined {
  const costs = new Map<string, boolean>();
  for (const { [which]: reading, fall } of steps) {
    const name = costName(reading);
    if ((fall !== 0 && fall !== 1) || (name === ACCEPTED && fall === 0)) return undefined;
    if ((costs.get(name) ?? fall === 1) !== (fall === 1)) return undefined;
    costs.set(name, fall === 1);
  }
  return costs;
}

/** Requests that a service accepts use quota (§8). OPTIONS is for no operation. */
function costName({ isAccepted, status, exchange }: Reading): string {
  return isAccepted && exchange.request.method !== 'OPTIONS' ? ACCEPTED : String(status);
}

/** Returns what a request costs by its status; undefined if unknown. */
export function costOf(reading: Reading, costs: ReadonlyMap<string, boolean>): boolean | undefined {
  const name = costName(reading);
  return name === ACCEPTED || costs.get(name);
}

export interface Costs {
  readonly costs: ReadonlyMap<string, boolean>;
  /** The cost is given back only after the response. */
  readonly isLater: boolean;
}

/** Returns what single steps show: the response to a request that is free shows that, or only the next one does. */
export function costsOfSteps(all: readonly Step[]): Costs {
  const steps = all.filter(({ between }) => between.length === 0);
  const [atOnce, later] = [costsIn(steps, 'next'), costsIn(steps, 'first')];
  if (atOnce !== undefined && later !== undefined) {
    const agreed = [...atOnce].filter(([status, cost]) => later.get(status) === cost);
    return { costs: new Map(agreed), isLater: false };
  }
  return { costs: atOnce ?? later ?? new Map(), isLater: atOnce === undefined && later !== undefined };
}
