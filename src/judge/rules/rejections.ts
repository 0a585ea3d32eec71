import type { Reading } from '../reading.js';
import { inShort, isTooLarge } from '../requests.js';
import { type Evidence, inconclusive, judgeEach, passes, type Rule, type ViolationDetails, violates } from '../rule.js';

/** One kind of request that a service has to reject. */
export interface BadRequest {
  readonly id: string;
  /** Completes “An update … is rejected with 400”. */
  readonly inWords: string;
  readonly isIt: (reading: Reading) => boolean;
}

export type Rejected = Omit<ViolationDetails, 'expected' | 'received'>;

/** Returns a judge of requests that must get 400. */
export function judgeRejected(
  isIt: (reading: Reading) => boolean,
  whyNot: (reading: Reading, evidence: Evidence) => string | undefined,
  describe: (reading: Reading, evidence: Evidence) => Rejected,
): Rule['judge'] {
  return judgeEach(
    ({ readings }) => readings.filter(isIt),
    (reading, evidence) => {
      const why = whyNot(reading, evidence);
      if (why !== undefined) return inconclusive(reading, why);
      if (isTooLarge(reading)) return inconclusive(reading, 'got 413, and how large a body may be is open');
      if (reading.status === 400) return passes(reading);
      const found = describe(reading, evidence);
      return violates(reading, { ...found, expected: '400 with an Error', received: inShort(reading) });
    },
  );
}
