import type { RequestSource } from '../../worlds/request-source.js';
import type { JournalJudge } from '../admin-route.js';
import { judgeRecent } from '../serialise-requests.js';
import { createTextTopic, restTicks, TICKS_A_SECOND, type Topic } from './topic.js';

const MOST_JUDGED = 500;
/** At most one tenth of the time is spent on judging. */
const REST_PER_RUN = 10;
/** Judging may be slow because the machine is busy with something else. */
const LONGEST_REST_TICKS = 5 * TICKS_A_SECOND;

/**
 * Creates the topic of a judge's report: judged again after new requests, at most once a second, and less often if judging
 * takes long. `now` is a monotonic clock, in milliseconds.
 */
export function createReportTopic(
  name: 'manners' | 'findings',
  source: RequestSource,
  judge: JournalJudge,
  now: () => number,
): Topic {
  const { log, onBug } = source;
  let text: string | undefined;
  let judged: number | undefined;
  let isJudging = false;
  let isFirst = true;
  let next = 0;
  const topic = createTextTopic(name, () => text);

  const run = async (tick: number) => {
    isJudging = true;
    // After the current look, whose duration must not include judging.
    await Promise.resolve();
    judged = log.version;
    const startMs = now();
    try {
      text = JSON.stringify(await judgeRecent(source, judge, 0, MOST_JUDGED));
    } catch (bug) {
      onBug(bug);
    }
    // The first run loads the judge, which takes longer than judging.
    const rest = isFirst ? 0 : restTicks(now() - startMs, REST_PER_RUN, LONGEST_REST_TICKS);
    isFirst = false;
    next = tick + Math.max(TICKS_A_SECOND, rest);
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
