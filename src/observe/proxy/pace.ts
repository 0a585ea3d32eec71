/** When a task that comes again and again is run: the longer it takes, the more seldom. */
export interface Pace {
  /** Has the task run after a pause, unless it is going to run anyway. */
  plan(task: () => void): void;
  /** Leaves out what is going to run. */
  cancel(): void;
  /** Begins to measure a run; what it answers ends that. */
  measure(): () => void;
}

export interface PaceOptions {
  readonly shortestPauseMs: number;
  /** Milliseconds by a clock that nobody moves. */
  readonly now?: (() => number) | undefined;
  /** Runs something later; returns how to leave that out. */
  readonly later?: ((run: () => void, delayMs: number) => () => void) | undefined;
}

/** Of ten moments, at most one is spent on the task. */
const PAUSE_PER_RUN = 9;

/** Creates a pace that keeps no process alive. */
export function createPace({ shortestPauseMs, now = monotonicNow, later = laterUnref }: PaceOptions): Pace {
  let pauseMs = shortestPauseMs;
  let leaveOut: (() => void) | undefined;
  return {
    plan(task) {
      leaveOut ??= later(() => {
        leaveOut = undefined;
        task();
      }, pauseMs);
    },
    cancel() {
      leaveOut?.();
      leaveOut = undefined;
    },
    measure() {
      const startMs = now();
      return () => {
        pauseMs = Math.max(shortestPauseMs, PAUSE_PER_RUN * (now() - startMs));
      };
    },
  };
}

function monotonicNow(): number {
  return performance.now();
}

function laterUnref(run: () => void, delayMs: number): () => void {
  const timer = setTimeout(run, delayMs).unref();
  return () => clearTimeout(timer);
}
