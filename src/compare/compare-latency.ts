import type { LearnedLatency, Profile } from '../profile/profile.js';
import { operationIds } from '../spec/operations.js';
import { alike, different, type Outcome, uncompared } from './outcome.js';

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
export function compareLatency(left: Profile, right: Profile): Outcome[] {
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
