import { LAST_MOMENT_MS, parseTimestamp } from '../src/json/dates.js';
import { parseDurationMs } from '../src/json/duration.js';
import { assertNotPromise, InputError } from '../src/json/input-error.js';
import { quoteValue } from '../src/json/quoting.js';

/** A day per second. */
const FASTEST = 86_400;

/** Start and speed of a clock: it showed `baseMs` when the machine's clock showed `anchorMs`. */
export interface Course {
  readonly baseMs: number;
  readonly anchorMs: number;
  readonly scale: number;
}

const MACHINE: Course = { baseMs: 0, anchorMs: 0, scale: 1 };

/** The one source of time in a world: it runs with the machine's clock, or is stopped at a moment until it is changed or run. */
export class WorldClock {
  readonly #first: Course;
  readonly #machineMs: () => number;
  #course: Course;

  /** `machineMs` returns the time that it runs with, in milliseconds since the epoch; default: the machine's clock. */
  constructor(start: 'real' | Date | string | number, machineMs = () => Date.now()) {
    this.#machineMs = machineMs;
    this.#first = start === 'real' ? MACHINE : { baseMs: parseMoment(start), anchorMs: 0, scale: 0 };
    this.#course = this.#first;
  }

  /** Whether time passes by itself (`real`) or only when it is changed (`manual`). */
  get mode(): 'real' | 'manual' {
    return this.#course.scale === 0 ? 'manual' : 'real';
  }

  /** Speed relative to real time; 0 if the clock is stopped. */
  get scale(): number {
    return this.#course.scale;
  }

  /** Another object after each change of the clock. */
  get course(): Course {
    return this.#course;
  }

  // Users may call these on their own, as functions: `const { advance } = petstore.clock`.

  /** Milliseconds since the epoch, a whole number. */
  readonly now = (): number => Math.floor(this.#exactMs(this.#machineMs()));

  /** Moves time forward by `'61s'`, `'1m'`, `'1 day'` or a number of milliseconds. Throws an InputError. */
  readonly advance = (duration: string | number): void => {
    const anchorMs = this.#machineMs();
    const nowMs = this.#exactMs(anchorMs);
    this.restore({ baseMs: nowMs + checkedStep(nowMs, duration), anchorMs, scale: this.scale });
  };

  /** Sets the time, back or forth; a running clock runs on from there. Throws an InputError. */
  readonly set = (moment: Date | string | number): void => {
    this.restore({ baseMs: parseMoment(moment), anchorMs: this.#machineMs(), scale: this.scale });
  };

  /** Stops the clock at its current time. */
  readonly freeze = (): void => this.#changeScale(0);

  /** Runs the clock from its current time at a speed relative to real time; default 1. Throws an InputError. */
  readonly run = (scale = 1): void => this.#changeScale(checkedScale(scale));

  /** Undoes every change of time and speed. */
  readonly reset = (): void => {
    this.#course = this.#first;
  };

  /** Goes on as if it had run on that course ever since. */
  restore({ baseMs, anchorMs, scale }: Course): void {
    // The machine's clock does not matter to a stopped one: equal clocks have equal courses.
    this.#course = { baseMs, anchorMs: scale === 0 ? 0 : anchorMs, scale };
  }

  /** Fractions of a millisecond count, or a slow clock would lose time at each change of speed. */
  #exactMs(machineMs: number): number {
    const { baseMs, anchorMs, scale } = this.#course;
    // Fake timers can set the machine's clock to any date.
    return clampMoment(baseMs + (machineMs - anchorMs) * scale);
  }

  #changeScale(scale: number): void {
    const anchorMs = this.#machineMs();
    this.restore({ baseMs: this.#exactMs(anchorMs), anchorMs, scale });
  }
}

/** Returns the nearest supported time. */
export function clampMoment(ms: number): number {
  return Math.min(Math.max(ms, 0), LAST_MOMENT_MS);
}

/** The clock as users control it. */
export type Clock = Omit<WorldClock, 'restore' | 'course'>;

function checkedScale(scale: unknown): number {
  const attempted = 'Running the clock';
  assertNotPromise(attempted, 'the scale', scale);
  if (typeof scale === 'number' && scale > 0 && scale <= FASTEST) return scale;
  const remedy =
    `Try 60 for a minute per second: any number above 0 and up to ${FASTEST}, a day per second. ` +
    'To stop the clock, freeze it.';
  throw new InputError(attempted, `${quoteValue(scale)} is not a scale`, remedy);
}

function checkedStep(nowMs: number, duration: string | number): number {
  const attempted = 'Advancing the clock';
  assertNotPromise(attempted, 'the duration', duration);
  const stepMs = parseDurationMs(duration);
  if (stepMs !== undefined && nowMs + stepMs <= LAST_MOMENT_MS) return stepMs;
  const remedy = "Try '61s', '1m', '1d' or a number of milliseconds; to go back, set a date.";
  const problem = stepMs === undefined ? 'is not a duration' : 'leads past the last supported date';
  throw new InputError(attempted, `${quoteValue(duration)} ${problem}`, remedy);
}

function parseMoment(moment: Date | string | number): number {
  const attempted = 'Setting the clock';
  assertNotPromise(attempted, 'the date', moment);
  const time = timeOf(moment);
  // X-RateLimit-Reset cannot express a time before 1970.
  if (time !== undefined && time >= 0 && time <= LAST_MOMENT_MS) return time;
  const isNamed = isDate(moment) && !Number.isNaN(moment.getTime());
  const shown = isNamed ? moment.toISOString() : isDate(moment) ? 'an invalid date' : quoteValue(moment);
  const example = "Try '2027-12-31T00:00:00Z'";
  throw new InputError(attempted, `${shown} is not a date from 1970 to 9999`, `${example} or a Date.`, `${example}.`);
}

/** `new Date` would accept null and true as moments in 1970. */
function timeOf(moment: unknown): number | undefined {
  if (typeof moment === 'string') return parseTimestamp(moment);
  return typeof moment === 'number' || isDate(moment) ? new Date(moment).getTime() : undefined;
}

/** By name: in jsdom, and under fake timers, there are two such classes. */
function isDate(value: unknown): value is Date {
  return Object.prototype.toString.call(value) === '[object Date]';
}
