import type { LearnedLimit, Profile } from '../profile/profile.js';
import { alike, different, type Outcome, uncompared } from './outcome.js';

/**
 * The limits that the keys were told (§8.2). Another plan explains other limits, so that it is told alone; the quotas of an
 * Enterprise plan are an open question.
 */
export function compareLimits(
  { limit: left }: Profile,
  { limit: right }: Profile,
  told: readonly Outcome[],
): Outcome[] {
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
): Outcome {
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
