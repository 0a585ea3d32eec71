import type { Level } from '../../src/exchange/transcript.js';
import { formatDuration } from '../../src/json/times.js';
import { Stop, type SuiteDependencies, type SuiteOptions } from '../suite.js';

/** Requests that only restoring may use: the PATCH and the GET that verifies it. */
export const RESERVED_FOR_RESTORING = 2;

/** How long a run may take, unless the user says otherwise. */
export const levelTimesMs: Readonly<Record<Level, number>> = { read: 300_000, write: 300_000, exhaust: 600_000 };

/** How much longer a run may take to restore the stock: a window of a minute may have to pass first. */
export const RESTORING_MS = 75_000;

/** How often a request that restores is sent while the service asks to come back. */
export const RESTORING_ATTEMPTS = 10;

const MINUTE_MS = 60_000;

export class Budget {
  sent = 0;
  readonly #given: number | undefined;
  #limit: number;

  /** `given` by the user, else the run's `own` limit. */
  constructor(given: number | undefined, own: number) {
    this.#given = given;
    this.#limit = given ?? own;
  }

  /** The maximum, as announced before the run. */
  get limit(): number {
    return Math.max(this.#limit, this.sent);
  }

  get left(): number {
    return this.limit - this.sent;
  }

  /** Returns whether one more may be sent with `inHand` left after it. */
  hasRoom(inHand: number): boolean {
    return this.sent + 1 + inHand <= this.#limit;
  }

  /** Throws a {@link Stop} if there is no room for it. */
  require(inHand: number): void {
    if (this.hasRoom(inHand)) return;
    const most = this.#limit;
    const reserved = inHand > 0 && this.sent < most ? `, ${inHand} of them reserved for restoring the stock,` : '';
    const requests = most === 1 ? 'one request' : `${most} requests`;
    throw new Stop(`the budget of ${requests}${reserved} is used up; --max-requests raises it`);
  }

  /** Raises the limit for something with a separate budget. A limit that the user gave is never raised. */
  raise(by: number): void {
    if (this.#given === undefined) this.#limit += by;
  }
}

interface DeadlineOptions extends Pick<SuiteOptions, 'isFake' | 'shareMs'>, Pick<SuiteDependencies, 'realMs'> {
  readonly maxTimeMs: number;
}

/** The end of a run, counted from its creation in real time: what a fake's clock is moved by takes none. */
export class Deadline {
  readonly #options: DeadlineOptions;
  readonly #startMs: number;
  readonly #ownMs: number;

  constructor(options: DeadlineOptions) {
    this.#options = options;
    this.#startMs = options.realMs();
    this.#ownMs = options.shareMs ?? options.maxTimeMs;
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
    const what = isRestoring ? 'the time for restoring is used up' : `${this.#name} is used up ${this.#remedy(waitMs)}`;
    throw new Stop(what);
  }

  /** Describes what is left to a wait that is too long: `the 20s left of --max-time 5m (try --max-time 10m)`. */
  describe(waitMs: number, isRestoring: boolean): string {
    const left = `the ${formatDuration(this.leftMs(isRestoring))} left`;
    return isRestoring ? `${left} for restoring` : `${left} of ${this.#name} ${this.#remedy(waitMs)}`;
  }

  get #name(): string {
    return `--max-time ${formatDuration(this.#options.maxTimeMs)}`;
  }

  #remedy(waitMs: number): string {
    const { maxTimeMs, realMs } = this.#options;
    // Something is sent after the wait.
    const share = this.#ownMs > 0 ? this.#ownMs / maxTimeMs : 1;
    const neededMs = (realMs() - this.#startMs + waitMs) / share + MINUTE_MS;
    return `(try --max-time ${Math.ceil(Math.max(2 * maxTimeMs, neededMs) / MINUTE_MS)}m)`;
  }
}
