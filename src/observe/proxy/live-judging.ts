import type { TrafficJudge } from '../traffic-judge.js';
import { createNewsTeller, type News, type Tally } from './news.js';
import { createPace, type PaceOptions } from './pace.js';

/** What has been seen so far of traffic that is judged while it passes. */
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

interface LiveJudgingOptions extends Pick<PaceOptions, 'now' | 'later'> {
  readonly judge: TrafficJudge;
  readonly onViolation: (news: News) => void;
  readonly onManners: (news: News) => void;
  readonly onBug: (bug: unknown) => void;
}

const SHORTEST_PAUSE_MS = 500;
/** Fewer than a judge keeps. */
const MOST_UNJUDGED = 1_900;

/** Judges traffic while it passes: in batches, and seldom where that takes long. Tells what is seen for the first time. */
export function watchTraffic({ judge, onViolation, onManners, onBug, now, later }: LiveJudgingOptions): LiveJudging {
  const violations = createNewsTeller();
  const manners = createNewsTeller();
  const pace = createPace({ shortestPauseMs: SHORTEST_PAUSE_MS, now, later });
  let judgedVersion = judge.version;
  let judgedNumber = judge.latest;
  let unjudged = 0;

  const run = () => {
    if (judge.version === judgedVersion) return;
    const end = pace.measure();
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
    end();
  };
  /** Whether exchanges are about to be forgotten that no rule has seen. */
  const isPressed = () =>
    judge.latest - judgedNumber >= MOST_UNJUDGED || (judge.dropped > 0 && judge.dropped >= judgedNumber);
  const stop = judge.onTake(() => {
    if (isPressed()) {
      pace.cancel();
      run();
    } else pace.plan(run);
  });

  return {
    finish() {
      stop();
      pace.cancel();
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
