import { operationIds } from '../../spec/operations.js';
import type { LearnedLatency, LearnedLimit, Profile } from '../profile/profile.js';
import { alike, type ComparisonItem, different, uncompared } from './comparison.js';

/**
 * The limits that the keys were told (§8.2). Another plan explains other limits, so that it is told alone; the quotas of an
 * Enterprise plan are an open question.
 */
export function compareLimits(
  { limit: left }: Profile,
  { limit: right }: Profile,
  told: readonly ComparisonItem[],
): ComparisonItem[] {
  const plan = compareMember(
    'plan',
    left,
    right,
    (limit) => (limit.plan === null ? null : planInWords(limit)),
    isSamePlan,
  );
  if (plan.is === 'different') return [plan];
  const isToldAsQuestion = told.some(
    ({ is, kind, id }) => is === 'different' && kind === 'question' && id === 'enterprise-limits',
  );
  if (isToldAsQuestion) return [plan];
  return [
    plan,
    compareMember('perMinute', left, right, ({ perMinute }) => perMinute && `${perMinute} requests a minute`),
    compareMember('perDay', left, right, ({ perDay }) => perDay && `${perDay} requests a day`),
  ];
}

function compareMember(
  id: keyof LearnedLimit,
  left: LearnedLimit,
  right: LearnedLimit,
  inWords: (limit: LearnedLimit) => string | number | null,
  isSame = (one: LearnedLimit, other: LearnedLimit) => one[id] === other[id],
): ComparisonItem {
  const [one, other] = [inWords(left), inWords(right)];
  if (one === null || other === null) {
    const blind = one === null ? (other === null ? 'neither side was' : 'the left was not') : 'the right was not';
    return uncompared('limit', id, `${blind} told it`);
  }
  return isSame(left, right) ? alike('limit', id) : different('limit', id, String(one), String(other));
}

/** A plan may be what the user said of the key: where both were told the same number, nothing is different on the wire. */
function isSamePlan(left: LearnedLimit, right: LearnedLimit): boolean {
  const numbers = ({ perMinute, perDay }: LearnedLimit) => [perMinute, perDay].filter((number) => number !== null);
  return left.plan === right.plan || numbers(left).some((number) => numbers(right).includes(number));
}

function planInWords({ plan, perMinute, perDay }: LearnedLimit): string {
  const limits = [
    ...(perMinute === null ? [] : [`${perMinute} a minute`]),
    ...(perDay === null ? [] : [`${perDay} a day`]),
  ];
  return limits.length === 0 ? `${plan}` : `${plan} (${limits.join(', ')})`;
}

/** With fewer answers a few slow ones make the median. */
const FEWEST_ANSWERS = 6;
/**
 * A network’s mood alone must not count: the median of the slower must be more than so many times what nine of ten answers of the
 * faster stay under. Of answers that take 10 to 200 ms at random, six to each side, medians alone are twice as far apart in every
 * fifth comparison.
 */
const CLEAR_RATIO = 2;
/** …and lie more than so far from it. */
const CLEAR_DISTANCE_MS = 50;

/** How long the answers of each operation take, by their median. */
export function compareLatency(left: Profile, right: Profile): ComparisonItem[] {
  return [...operationIds, 'other' as const].flatMap((operation) => {
    const [one, other] = [left.latency[operation], right.latency[operation]];
    if (one === undefined && other === undefined) return [];
    const counts = [one?.count ?? 0, other?.count ?? 0] as const;
    if (one === undefined || other === undefined || Math.min(...counts) < FEWEST_ANSWERS) {
      const why = `${counts.join(' and ')} answers were timed, it takes ${FEWEST_ANSWERS} on each side`;
      return [uncompared('latency', operation, why)];
    }
    return [
      isClear(one, other) ? different('latency', operation, inWords(one), inWords(other)) : alike('latency', operation),
    ];
  });
}

function isClear(one: LearnedLatency, other: LearnedLatency): boolean {
  const [fast, slow] = one.p50 < other.p50 ? [one, other] : [other, one];
  return slow.p50 > CLEAR_RATIO * fast.p90 && slow.p50 - fast.p90 > CLEAR_DISTANCE_MS;
}

function inWords({ p50, p90 }: LearnedLatency): string {
  return `${milliseconds(p50)} at the median, ${milliseconds(p90)} at the 90th percentile`;
}

function milliseconds(time: number): string {
  return `${time < 10 ? time.toFixed(1) : Math.round(time)} ms`;
}
