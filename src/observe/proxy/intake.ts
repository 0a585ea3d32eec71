import { setImmediate } from 'node:timers/promises';
import type { LiveExchange } from '../live-exchange.js';
import type { Passed } from './passed.js';
import { readPassed } from './read-passed.js';
import { createWaitingRoom } from './waiting-room.js';

/** Takes in what has passed, once it is out of the way of what is passing. */
export interface Intake {
  add(passed: Passed): void;
  /** Settles when all that was added has been taken in. */
  settled(): Promise<void>;
  /** How many were not taken in, for want of room. */
  readonly missed: number;
}

interface IntakeOptions {
  readonly origin: string;
  /** Is handed each exchange, in the order in which they were added. */
  readonly onLive: (live: LiveExchange, passed: Passed) => void;
  /** Is handed what there is no room for. */
  readonly onMissed?: (passed: Passed) => void;
  readonly onBug: (bug: unknown) => void;
}

/** So many are taken in before what is on its way gets its turn again. */
const MOST_AT_ONCE = 16;

/** Makes an intake that has its turn whenever nothing is on its way, a few at a time. */
export function createIntake({ origin, onLive, onMissed, onBug }: IntakeOptions): Intake {
  const waiting: Passed[] = [];
  const room = createWaitingRoom();
  let missed = 0;
  let working: Promise<void> | undefined;

  const work = async () => {
    while (waiting.length > 0) {
      // What is on its way goes first.
      await setImmediate();
      const batch = waiting.splice(0, MOST_AT_ONCE);
      for (const passed of batch) {
        room.leave();
        try {
          onLive(await readPassed(passed, origin), passed);
        } catch (bug) {
          onBug(bug);
        }
      }
    }
    working = undefined;
  };

  return {
    add(passed) {
      if (!room.enter(passed)) {
        missed += 1;
        onMissed?.(passed);
        return;
      }
      waiting.push(passed);
      working ??= work();
    },
    async settled() {
      await working;
    },
    get missed() {
      return missed;
    },
  };
}
