import type { ServedWorld } from '../../worlds/served-world.js';
import { tellClock } from '../tell/tell-clock.js';
import { createTextTopic } from './text-topic.js';
import type { Topic } from './topic.js';

/** The two clocks are not read at the very same moment, and one of them in whole milliseconds. */
const toleranceMs = (scale: number) => (scale === 0 ? 0 : 1 + 20 * scale);

/**
 * Makes the topic of the clock: it is told when it was moved, or runs otherwise, and not for time that passes by itself.
 * `now` is a clock that nobody moves, in milliseconds.
 */
export function createClockTopic(served: ServedWorld, now: () => number): Topic {
  const { clock } = served.steering;
  let told = { mode: '', scale: 0, startMs: 0 };
  let text: string | undefined;
  return createTextTopic('clock', () => {
    const { mode, scale } = clock;
    // Stays the same for as long as the clock is left alone.
    const startMs = clock.now() - scale * now();
    const isMoved = Math.abs(startMs - told.startMs) > toleranceMs(scale);
    if (text !== undefined && mode === told.mode && scale === told.scale && !isMoved) return text;
    told = { mode, scale, startMs };
    text = JSON.stringify(tellClock(served));
    return text;
  });
}
