/** At most a tenth of the time is spent on a task. */
const PAUSE_PER_RUN = 9;

/** Repeats a task: the longer a run takes, the longer the pause before the next one. Its timers do not keep the process alive. */
export class Pace {
  readonly #shortestPauseMs: number;
  readonly #task: () => void | Promise<void>;
  #pauseMs: number;
  #planned: NodeJS.Timeout | undefined;

  constructor(shortestPauseMs: number, task: () => void | Promise<void>) {
    this.#shortestPauseMs = shortestPauseMs;
    this.#pauseMs = shortestPauseMs;
    this.#task = task;
  }

  /** Runs the task after a pause, unless a run is already planned. */
  plan(): void {
    this.#planned ??= setTimeout(() => this.runNow(), this.#pauseMs).unref();
  }

  cancel(): void {
    clearTimeout(this.#planned);
    this.#planned = undefined;
  }

  /** Runs the task in place of the planned run. */
  async runNow(): Promise<void> {
    this.cancel();
    const startMs = performance.now();
    await this.#task();
    this.#pauseMs = Math.max(this.#shortestPauseMs, PAUSE_PER_RUN * (performance.now() - startMs));
  }
}
