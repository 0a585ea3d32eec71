import { defaultBehaviour } from '../../service/behaviour.js';
import { findOverlapping, pairs } from '../ledger.js';
import { type Reading, readingsBySending } from '../reading.js';
import type { Evidence, Seen } from '../rule.js';
import { distinct, seen, unseen } from './seen.js';

const statuses = ['400', '404', '429'] as const;

/** So often Remaining must have fallen by one from an accepted response to the next before a key counts as used by nobody else. */
const QUIET_STEPS = 3;

/** Returns which error responses use quota, as Remaining shows from one response of a key to the next. */
export function rejectedRequestsCost(evidence: Evidence): Seen {
  const costs = costsIn(stepsIn(evidence.readings), evidence.settings.isExclusive);
  const inWords = (cost: boolean | undefined) => (cost === undefined ? 'unknown' : cost ? 'yes' : 'no');
  const note = `uses quota: ${statuses.map((status) => `${status} ${inWords(costs.get(status)?.isCounted)}`).join(', ')}`;
  const known = statuses.flatMap((status) => {
    const cost = costs.get(status);
    return cost === undefined ? [] : [[status, cost] as const];
  });
  const notSeen = statuses.filter((status) => !costs.has(status));
  const rejected = evidence.readings.filter(
    ({ isKeyed, status }) => isKeyed && statuses.some((each) => Number(each) === status),
  );
  if (known.length === 0) return unseen(note, rejected);
  const choice = Object.fromEntries(known.map(([status, { isCounted }]) => [status, isCounted]));
  const shown = known.flatMap(([, { readings }]) => readings);
  const members = Object.fromEntries(known.map(([status, { readings }]) => [status, readings]));
  const unknown = notSeen.filter((each) => rejected.some(({ status }) => status === Number(each)));
  return {
    ...seen({ ...defaultBehaviour['refused-requests-count'], ...choice }, note, shown, notSeen, members),
    unknown: Object.fromEntries(unknown.map((status) => [status, 'no count of what was left shows it'])),
  };
}

/** From one response of a key to the next, in the same window: by how much Remaining fell. */
interface Step {
  readonly next: Reading;
  readonly fall: number;
}

function stepsIn(readings: readonly Reading[]): Step[] {
  const charged = readings.filter(({ isKeyed }) => isKeyed);
  return distinct(charged.map(({ keyName }) => keyName)).flatMap((key) => {
    const own = charged.filter(({ keyName }) => keyName === key).sort(readingsBySending);
    const overlapping = findOverlapping(own);
    return pairs(own).flatMap(([first, next]) => {
      const fall = overlapping.has(first) || overlapping.has(next) ? undefined : fallBetween(first, next);
      return fall === undefined ? [] : [{ next, fall }];
    });
  });
}

/** Reset is rounded: in a sliding window, requests of its last seconds may have left it already. */
const LAST_MS = 2_000;

function fallBetween(first: Reading, next: Reading): number | undefined {
  const [before, after] = [first.limits, next.limits];
  if (before === undefined || after === undefined || first.isCached || next.isCached) return undefined;
  const isAboutToReset = after.resetSeconds * 1000 - next.respondedMs <= LAST_MS;
  const isSame = before.limit === after.limit && before.resetSeconds === after.resetSeconds;
  // At 0 it falls no further.
  const isSpent = before.remaining === 0 || (next.isLimited && after.remaining === 0);
  return isSame && !isSpent && !isAboutToReset ? before.remaining - after.remaining : undefined;
}

interface Cost {
  readonly isCounted: boolean;
  readonly readings: readonly Reading[];
}

/** Returns what each status costs; nothing where another user of the key, or a service that counts later, is the simpler explanation. */
function costsIn(steps: readonly Step[], isExclusive: boolean | undefined): ReadonlyMap<string, Cost> {
  const accepted = steps.filter(({ next }) => next.isAccepted && next.operation !== undefined);
  const isQuiet = isExclusive || accepted.length >= QUIET_STEPS;
  if (!isQuiet || accepted.some(({ fall }) => fall !== 1) || steps.some(({ fall }) => fall !== 0 && fall !== 1))
    return new Map();
  return new Map(
    statuses.flatMap((status) => {
      const own = steps.filter(({ next }) => next.status === Number(status));
      const [fall, ...others] = distinct(own.map((step) => step.fall));
      const isClear = fall !== undefined && others.length === 0;
      return isClear ? [[status, { isCounted: fall === 1, readings: own.map(({ next }) => next) }] as const] : [];
    }),
  );
}
