import type { Level } from '../../src/exchange/transcript.js';
import { formatDuration } from '../../src/json/times.js';
import { Stop, type SuiteDependencies, type SuiteOptions } from '../suite.js';

/** How long a run may take, unless the user says otherwise. */
export const levelTimesMs: Readonly<Record<Level, number>> = { read: 300_000, write: 300_000, exhaust: 600_000 };

/** How much longer a run may take to restore the stock: a window of a minute may have to pass first. */
export const RESTORING_MS = 75_000;

/** How often a request that restores is sent while the service asks to come back. */
export const RESTORING_ATTEMPTS = 10;

const MINUTE_MS = 60_000;

interface DeadlineOptions extends Pick<SuiteOptions, 'isFake' | 'turn'>, Pick<SuiteDependencies, 'realMs'> {
  readonly maxTimeMs: number;
}

/**
 * The end of a run, counted from its creation in real time: what a fake's clock is moved by takes none. Of two runs that share the time,
 * the first one has half of it, and the second one what remains.
 */
export class Deadline {
  readonly #options: DeadlineOptions;
  readonly #startMs: number;
  readonly #ownMs: number;

  constructor(options: DeadlineOptions) {
    const { maxTimeMs, turn, realMs } = options;
    this.#options = options;
    this.#startMs = realMs();
    this.#ownMs = turn === 'first' ? maxTimeMs / 2 : maxTimeMs - (turn?.usedMs ?? 0);
  }

  /** Returns the time left, in milliseconds; restoring has more of it. */
  leftMs(isRestoring: boolean): number {
    const endMs = this.#startMs + this.#ownMs + (isRestoring ? RESTORING_MS : 0);
    return Math.max(0, endMs - this.#options.realMs());
  }

  /** Returns whether a wait ends in time, with some left for the request after it. */
  allows(waitMs: number, isRestoring: boolean): boolean {
    return (this.#options.isFake ? 0 : waitMs) < this.leftMs(isRestoring);
  }

  /** Throws a {@link Stop} if nothing may begin any more, after a wait if one is needed. */
  require(isRestoring: boolean, waitMs = 0): void {
    if (this.allows(waitMs, isRestoring)) return;
    throw new Stop(
      isRestoring ? 'the time for restoring is used up' : `${this.#maximum} is used up ${this.#remedy(waitMs)}`,
    );
  }

  /** Describes what is left to a wait that is too long: `the 20s left of --max-time 5m (try --max-time 10m)`. */
  describe(waitMs: number, isRestoring: boolean): string {
    const left = `the ${formatDuration(this.leftMs(isRestoring))} left`;
    return isRestoring ? `${left} for restoring` : `${left} of ${this.#maximum} ${this.#remedy(waitMs)}`;
  }

  get #maximum(): string {
    const { maxTimeMs, turn } = this.#options;
    return `${turn === 'first' ? 'half of ' : ''}--max-time ${formatDuration(maxTimeMs)}`;
  }

  #remedy(waitMs: number): string {
    const { maxTimeMs, realMs, turn } = this.#options;
    // Something is sent after the wait.
    const ownMs = realMs() - this.#startMs + waitMs;
    const neededMs = turn === 'first' ? 2 * ownMs : ownMs + (turn?.usedMs ?? 0);
    return `(try --max-time ${Math.ceil(Math.max(2 * maxTimeMs, neededMs + MINUTE_MS) / MINUTE_MS)}m)`;
  }
}
