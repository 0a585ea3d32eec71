import type { ServedWorld } from '../../worlds/served-world.js';
import type { JournalJudge } from '../admin-route.js';
import { judgeRecent } from '../serialise-requests.js';
import { createTextTopic, TICK_MS, TICKS_A_SECOND, type Topic } from './topic.js';

const MOST_JUDGED = 500;
/** Of ten moments, at most one is spent on judging. */
const REST_PER_RUN = 10;
/** A machine that was busy with other things while it judged is not left waiting for what it thinks that took. */
const LONGEST_REST_TICKS = 5 * TICKS_A_SECOND;

/**
 * Creates the topic of what a judge says: judged anew once requests came in, at most once a second, and seldom enough where judging
 * takes long. `now` is a clock that nobody moves, in milliseconds.
 */
export function createReportTopic(
  name: 'manners' | 'findings',
  served: ServedWorld,
  judge: JournalJudge,
  now: () => number,
): Topic {
  const { log } = served;
  const { onBug } = served.world;
  let text: string | undefined;
  let judged: number | undefined;
  let isJudging = false;
  let isFirst = true;
  let next = 0;
  const topic = createTextTopic(name, () => text);

  const run = async (tick: number) => {
    isJudging = true;
    // The look that this began in is over by then, and is not blamed for what judging takes.
    await Promise.resolve();
    judged = log.version;
    const startMs = now();
    try {
      text = JSON.stringify(await judgeRecent(served, judge, 0, MOST_JUDGED));
    } catch (bug) {
      onBug(bug);
    }
    // The first time the judge is loaded, which takes longer than all it does then.
    const restTicks = isFirst
      ? 0
      : Math.min(LONGEST_REST_TICKS, Math.ceil((REST_PER_RUN * (now() - startMs)) / TICK_MS));
    isFirst = false;
    next = tick + Math.max(TICKS_A_SECOND, restTicks);
    isJudging = false;
  };

  return {
    ...topic,
    look(tick) {
      if (!isJudging && tick >= next && judged !== log.version) void run(tick);
      topic.look(tick);
    },
  };
}
