/** A window as one response describes it. */
interface WindowState {
  readonly limit: number;
  readonly remaining: number;
  readonly resetMs: number;
  readonly lengthMs: number;
}

/** The limits as one response describes them. */
export interface LimitState extends Omit<WindowState, 'lengthMs'> {
  /** The minute and the day; omitted where a test makes up the limits. */
  readonly windows?: readonly WindowState[];
  readonly isExceeded: boolean;
  /** When a request will be accepted again. */
  readonly retryAtMs: number;
}

export interface Quota {
  readonly perMinute: number;
  readonly perDay: number;
}

/** `by the day`: the day by the clock, and a minute from the first request. */
export type WindowKind = 'from the first request' | 'by the clock' | 'sliding' | 'by the day';

/** Which of the two windows the headers describe. */
export type Described = 'the scarcer' | 'the minute' | 'the day' | 'in turn';

export interface CounterOptions {
  readonly windows?: WindowKind;
  readonly described?: Described;
  /** Requests that were sent earlier on the same day. */
  readonly usedToday?: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Counts the requests of one client in a window of a minute and one of a day. */
export class Counter {
  readonly minute: Window;
  readonly day: Window;
  readonly #choice: Described;
  #charges = 0;

  constructor(
    { perMinute, perDay }: Quota,
    { windows = 'from the first request', described = 'the scarcer', usedToday = 0 }: CounterOptions = {},
  ) {
    this.minute = new Window(perMinute, MINUTE_MS, windows === 'by the day' ? 'from the first request' : windows, 0);
    this.day = new Window(perDay, DAY_MS, windows === 'by the day' ? 'by the clock' : windows, usedToday);
    this.#choice = described;
  }

  /** Takes one request from both windows, unless one of them is used up. */
  charge(nowMs: number): LimitState {
    this.minute.roll(nowMs);
    this.day.roll(nowMs);
    const isExceeded = this.minute.left === 0 || this.day.left === 0;
    if (!isExceeded) {
      this.minute.take(nowMs);
      this.day.take(nowMs);
    }
    this.#charges++;
    return this.#state(isExceeded);
  }

  /** Undoes the last charge and returns the limits after it. */
  giveBack(): LimitState {
    this.minute.giveBack();
    this.day.giveBack();
    return this.#state(false);
  }

  #state(isExceeded: boolean): LimitState {
    const { limit, remaining, resetMs } = this.#described().state;
    const ends = [this.minute, this.day].map(({ left, endMs }) => (left === 0 ? endMs : 0));
    const retryAtMs = isExceeded ? Math.max(...ends) : resetMs;
    const windows = [this.minute.state, this.day.state];
    return { limit, remaining, resetMs, isExceeded, retryAtMs, windows };
  }

  #described(): Window {
    if (this.#choice === 'the minute') return this.minute;
    if (this.#choice === 'the day') return this.day;
    if (this.#choice === 'in turn' && this.minute.left > 0) return this.#charges % 2 === 0 ? this.minute : this.day;
    return this.day.left < this.minute.left ? this.day : this.minute;
  }
}

class Window {
  readonly limit: number;
  readonly #lengthMs: number;
  readonly #kind: WindowKind;
  readonly #usedBefore: number;
  #startMs = Number.NEGATIVE_INFINITY;
  /** When the requests in a sliding window came. */
  #taken: number[] = [];
  used = 0;

  constructor(limit: number, lengthMs: number, kind: WindowKind, usedBefore: number) {
    this.limit = limit;
    this.#lengthMs = lengthMs;
    this.#kind = kind;
    this.#usedBefore = usedBefore;
  }

  get left(): number {
    return Math.max(0, this.limit - this.used);
  }

  get endMs(): number {
    return this.#startMs + this.#lengthMs;
  }

  get state(): WindowState {
    return { limit: this.limit, remaining: this.left, resetMs: this.endMs, lengthMs: this.#lengthMs };
  }

  /** Forgets what is over. */
  roll(nowMs: number): void {
    if (this.#kind === 'sliding') {
      this.#taken = this.#taken.filter((ms) => ms > nowMs - this.#lengthMs);
      this.#startMs = this.#taken[0] ?? nowMs;
      this.used = this.#taken.length + this.#usedBefore;
    } else if (nowMs >= this.endMs) {
      this.used = this.#startMs === Number.NEGATIVE_INFINITY ? this.#usedBefore : 0;
      this.#startMs = this.#kind === 'by the clock' ? Math.floor(nowMs / this.#lengthMs) * this.#lengthMs : nowMs;
    }
  }

  take(nowMs: number): void {
    this.used++;
    if (this.#kind === 'sliding') this.#taken.push(nowMs);
  }

  giveBack(): void {
    this.used--;
    this.#taken.pop();
  }
}
