import { setTimeout as sleep } from 'node:timers/promises';
import type { SuiteClock } from './suite-clock.js';

/** Node would cut a longer sleep down to a millisecond. */
const LONGEST_MS = 2 ** 31 - 1;

/** Goes by the machine's time and sleeps. */
export function createRealClock(): SuiteClock {
  return {
    now: () => Date.now(),
    // An aborted wait is over: nobody has to hear of it.
    wait: (ms, signal) => sleep(Math.min(ms, LONGEST_MS), undefined, { signal }).catch(() => undefined),
  };
}
