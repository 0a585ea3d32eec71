import { type BoundedRedactor, createBoundedRedactor } from '../bounded-redactor.js';
import { resumeHarFile } from './har-file.js';
import { learnSecrets, type PassedHead } from './learn-secrets.js';
import { mergeTallies } from './merge-tallies.js';
import type {
  EarlierTraffic,
  NamedSecret,
  Observer,
  ObserverListener,
  ObserverOptions,
  ObserverSummary,
  RecordingOptions,
} from './observer.js';
import type { SeenSoFar } from './observer-messages.js';
import type { ObserverThread, ThreadListener } from './observer-thread.js';
import type { Passed } from './passed.js';
import { createWaitingRoom } from './waiting-room.js';

export interface BreakdownListener {
  /** Judging broke down, and so many exchanges were not judged. `isOver`: nothing more is judged or recorded. */
  readonly onBreakdown: (lost: number, isOver: boolean) => void;
}

type StartThread = (options: ObserverOptions, listener: ThreadListener) => Promise<ObserverThread>;

/** A thread that broke down more often does so for a reason that stays. */
const MOST_RESTARTS = 2;

const NOTHING: SeenSoFar = {
  summary: { exchanges: 0, unanswered: 0, unjudged: 0, violations: [], manners: [], har: undefined },
  pending: 0,
};

/**
 * Keeps an observer at work in a thread: where that breaks down another one goes on, under the same numbers and pseudonyms and in the
 * same recording. What is told at the end is about all of them. Rejects where the first one cannot begin.
 */
export async function superviseObserver(
  options: ObserverOptions,
  listener: ObserverListener & BreakdownListener,
  startThread: StartThread,
): Promise<Observer> {
  const secrets = new Map<string, NamedSecret[1]>();
  const { origin } = new URL(options.upstreamUrl);
  /** What those have seen that broke down. */
  let earlier: ObserverSummary = NOTHING.summary;
  let seen = NOTHING;
  let thread: ObserverThread | undefined;
  let waiting: Passed[] = [];
  let room = createWaitingRoom();
  let taken = 0;
  let handed = 0;
  let missed = 0;
  let lost = 0;
  let breakdowns = 0;
  let starting: Promise<void> | undefined;
  /** Where there is no thread that does. */
  let learner: BoundedRedactor | undefined;
  let onBroken = () => {};

  const redactorOfAll = () => {
    const redactor = createBoundedRedactor(undefined, (secret, kind) => secrets.set(secret, kind));
    for (const [secret, kind] of [...secrets]) redactor.nameOf(secret, kind);
    return redactor;
  };
  const learn = (heads: readonly PassedHead[]) => {
    learner ??= redactorOfAll();
    for (const head of heads) {
      try {
        learnSecrets(head, origin, learner);
      } catch (bug) {
        listener.onBug(bug);
      }
    }
  };
  const lose = (passed: Passed) => {
    lost += 1;
    learn([passed]);
  };
  const hand = (passed: Passed) => {
    if (thread?.take(passed)) handed += 1;
    else missed += 1;
  };
  const startAnew = async () => {
    const har = options.har && { ...options.har, handle: undefined };
    while (thread === undefined && breakdowns <= MOST_RESTARTS) {
      // From here on the thread gets to know them.
      learner = undefined;
      const before: EarlierTraffic = { latest: handed, secrets: [...secrets] };
      thread = await startThread({ ...options, har, earlier: before }, threadListener).catch(breakDown);
    }
    for (const passed of waiting) {
      if (thread === undefined) lose(passed);
      else hand(passed);
    }
    waiting = [];
    room = createWaitingRoom();
    starting = undefined;
  };
  const breakDown = (cause: unknown): undefined => {
    const unseen = thread?.waiting ?? [];
    const lostNow = unseen.length + seen.pending;
    learn(unseen);
    earlier = withLater(earlier, seen.summary);
    seen = NOTHING;
    thread = undefined;
    lost += lostNow;
    breakdowns += 1;
    listener.onBug(cause);
    listener.onBreakdown(lostNow, breakdowns > MOST_RESTARTS);
    // Nothing waits for a thread that is not going to be.
    if (breakdowns <= MOST_RESTARTS) starting ??= startAnew();
    onBroken();
  };
  const threadListener: ThreadListener = {
    ...listener,
    onSecret: ([secret, kind]) => secrets.set(secret, kind),
    onSeen: (now) => {
      seen = now;
    },
    onGone: breakDown,
  };
  const finishThread = async (running: ObserverThread) => {
    const broken = new Promise<undefined>((resolve) => {
      onBroken = () => resolve(undefined);
    });
    return Promise.race([running.finish(), broken]);
  };
  const summarize = (seenInAll: ObserverSummary): ObserverSummary => {
    const { har } = seenInAll;
    return {
      ...seenInAll,
      exchanges: taken,
      unjudged: seenInAll.unjudged + missed,
      har: har && { ...har, missed: taken - har.written },
      ...(breakdowns > 0 && { breakdowns: { times: breakdowns, lost } }),
    };
  };

  thread = await startThread(options, threadListener);
  return {
    take(passed) {
      taken += 1;
      if (thread !== undefined) hand(passed);
      else if (starting !== undefined && room.enter(passed)) waiting.push(passed);
      else lose(passed);
    },
    async finish() {
      await starting;
      while (thread !== undefined) {
        const last = await finishThread(thread);
        if (last !== undefined) return summarize(withLater(earlier, last));
        await starting;
      }
      const har = options.har && (await cleanUp(options.har, earlier));
      return summarize({ ...earlier, har });
    },
  };

  /** What those left behind who broke down is made whole, and clean, by whoever is still there. */
  async function cleanUp(recording: RecordingOptions, { har }: ObserverSummary) {
    const redactor = redactorOfAll();
    const { onHarProblem: onProblem, onHarUnclean: onUnclean } = listener;
    try {
      const file = await resumeHarFile({ ...recording, baseUrl: options.upstreamUrl, redactor, onProblem, onUnclean });
      await file.close();
      return file;
    } catch (error) {
      onUnclean((error as Error).message);
      return har;
    }
  }
}

function withLater(earlier: ObserverSummary, later: ObserverSummary): ObserverSummary {
  return {
    exchanges: earlier.exchanges + later.exchanges,
    unanswered: earlier.unanswered + later.unanswered,
    unjudged: earlier.unjudged + later.unjudged,
    violations: mergeTallies(earlier.violations, later.violations),
    manners: mergeTallies(earlier.manners, later.manners),
    // It counts all that stands in the recording, whoever wrote it.
    har: later.har ?? earlier.har,
  };
}
