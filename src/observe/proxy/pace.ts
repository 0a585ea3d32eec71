/** Schedules a recurring task: the longer a run takes, the longer the pause. */
export interface Pace {
  /** Runs the task after a pause, unless a run is already planned. */
  plan(task: () => void): void;
  /** Cancels the planned run. */
  cancel(): void;
  /** Starts to measure a run; call the returned function at its end. */
  measure(): () => void;
}

export interface PaceOptions {
  readonly shortestPauseMs: number;
  /** Milliseconds of a monotonic clock. */
  readonly now?: (() => number) | undefined;
  /** Runs a function later; returns a function that cancels it. */
  readonly later?: ((run: () => void, delayMs: number) => () => void) | undefined;
}

/** At most a tenth of the time is spent on the task. */
const PAUSE_PER_RUN = 9;

/** Creates a pace whose timers do not keep the process alive. */
export function createPace({ shortestPauseMs, now = monotonicNow, later = laterUnref }: PaceOptions): Pace {
  let pauseMs = shortestPauseMs;
  let cancelPlanned: (() => void) | undefined;
  return {
    plan(task) {
      cancelPlanned ??= later(() => {
        cancelPlanned = undefined;
        task();
      }, pauseMs);
    },
    cancel() {
      cancelPlanned?.();
      cancelPlanned = undefined;
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
