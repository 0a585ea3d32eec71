import type { RequestSource } from '../../worlds/request-source.js';
import type { JournalJudge } from '../admin-route.js';
import { judgeRecent } from '../serialise-requests.js';
import { createTextTopic, type Topic } from './topic.js';

const MOST_JUDGED = 500;
/** Between two judgements, in real time. */
const PAUSE_MS = 1_000;

/** Creates the topic of a judge's report: judged again after new requests, with a pause of a second. */
export function createReportTopic(name: 'manners' | 'findings', source: RequestSource, judge: JournalJudge): Topic {
  const { log, onBug } = source;
  let text: string | undefined;
  let judged: number | undefined;
  /** Infinite while judging. */
  let nextMs = 0;

  const run = async () => {
    nextMs = Number.POSITIVE_INFINITY;
    judged = log.version;
    try {
      text = JSON.stringify(await judgeRecent(source, judge, 0, MOST_JUDGED));
    } catch (bug) {
      onBug(bug);
    }
    nextMs = performance.now() + PAUSE_MS;
  };

  return createTextTopic(name, () => {
    if (judged !== log.version && performance.now() >= nextMs) void run();
    return text;
  });
}
