import type { RequestSource } from '../../worlds/request-source.js';
import type { JournalJudge, Turns } from '../admin-route.js';
import { judgeRecent } from '../serialise-requests.js';
import { createTextTopic, type Topic } from './topic.js';

const MOST_JUDGED = 500;
/** Before the first judgement: a page that opens shows the stock and the requests first. */
const FIRST_PAUSE_MS = 500;
/** Between two judgements, in real time. */
const SHORTEST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5_000;
/** A fake under load serves its clients first: at most a tenth of the time is spent on judging. */
const PAUSE_PER_RUN = 9;

/** Creates the topic of a judge's report: judged again after new requests, at most once a second, and less often if judging takes long. */
export function createReportTopic(
  name: 'manners' | 'findings',
  source: RequestSource,
  judge: JournalJudge,
  turns: Turns,
): Topic {
  const { log, onBug } = source;
  let text: string | undefined;
  let judged: number | undefined;
  /** Infinite while judging. */
  let nextMs = performance.now() + FIRST_PAUSE_MS;
  const pause = turns.start(new AbortController().signal);

  const run = async () => {
    nextMs = Number.POSITIVE_INFINITY;
    judged = log.version;
    const startMs = performance.now();
    const isFirst = text === undefined;
    try {
      text = JSON.stringify(await judgeRecent(source, judge, pause, { most: MOST_JUDGED }));
    } catch (bug) {
      onBug(bug);
    }
    const endMs = performance.now();
    // The first run loads the judge, which takes longer than judging.
    const pauseMs = isFirst ? 0 : PAUSE_PER_RUN * (endMs - startMs);
    nextMs = endMs + Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, pauseMs));
  };

  return createTextTopic(name, () => {
    if (judged !== log.version && performance.now() >= nextMs) void run();
    return text;
  });
}
