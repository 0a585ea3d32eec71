import type { TrafficJudge } from '../traffic-judge.js';
import { createNewsTeller, type News, type Tally } from './news.js';

export interface LiveJudging {
  /** Judges what came since the last time, and stops looking. */
  finish(): void;
  readonly violations: readonly Tally[];
  readonly manners: readonly Tally[];
  /** How many exchanges had been forgotten before they were judged. */
  readonly unjudged: number;
  /** How many wait to be judged. */
  readonly pending: number;
}

interface LiveJudgingOptions {
  readonly judge: TrafficJudge;
  readonly onViolation: (news: News) => void;
  readonly onManners: (news: News) => void;
  readonly onBug: (bug: unknown) => void;
  /** Milliseconds by a clock that nobody moves. */
  readonly now?: () => number;
  /** Runs something later; answers how to leave that out. */
  readonly later?: (run: () => void, delayMs: number) => () => void;
}

const SHORTEST_PAUSE_MS = 500;
/** Of ten moments, at most one is spent on judging, unless there is so much to judge. */
const PAUSE_PER_RUN = 9;
/** Fewer than a judge keeps. */
const MOST_UNJUDGED = 1_900;

/** Judges traffic while it passes: in batches, and seldom where that takes long. Tells what is seen for the first time. */
export function watchTraffic({
  judge,
  onViolation,
  onManners,
  onBug,
  now = () => performance.now(),
  later = laterUnref,
}: LiveJudgingOptions): LiveJudging {
  const violations = createNewsTeller();
  const manners = createNewsTeller();
  let pauseMs = SHORTEST_PAUSE_MS;
  let cancel: (() => void) | undefined;
  let judgedVersion = judge.version;
  let judgedNumber = judge.latest;
  let unjudged = 0;

  const run = () => {
    cancel = undefined;
    if (judge.version === judgedVersion) return;
    const startMs = now();
    const oldest = judge.dropped + 1;
    unjudged += Math.max(0, oldest - 1 - judgedNumber);
    judgedVersion = judge.version;
    judgedNumber = judge.latest;
    try {
      for (const news of violations.tell(judge.findings(), oldest)) onViolation(news);
      for (const news of manners.tell(judge.manners(), oldest)) onManners(news);
    } catch (bug) {
      onBug(bug);
    }
    pauseMs = Math.max(SHORTEST_PAUSE_MS, PAUSE_PER_RUN * (now() - startMs));
  };
  /** Whether exchanges are about to be forgotten that no rule has seen. */
  const isPressed = () =>
    judge.latest - judgedNumber >= MOST_UNJUDGED || (judge.dropped > 0 && judge.dropped >= judgedNumber);
  const stop = judge.onTake(() => {
    if (isPressed()) {
      cancel?.();
      run();
    } else cancel ??= later(run, pauseMs);
  });

  return {
    finish() {
      stop();
      cancel?.();
      run();
    },
    get violations() {
      return violations.tallies;
    },
    get manners() {
      return manners.tallies;
    },
    get unjudged() {
      return unjudged;
    },
    get pending() {
      return judge.latest - judgedNumber;
    },
  };
}

function laterUnref(run: () => void, delayMs: number): () => void {
  const timer = setTimeout(run, delayMs).unref();
  return () => clearTimeout(timer);
}
