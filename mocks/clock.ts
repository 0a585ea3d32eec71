import ms from 'ms';
import { parseTimestamp } from '../src/spec/dates.js';
import { quoteValue } from '../src/spec/quoting.js';
import { assertNotPromise, InputError } from '../src/spec/validation/input-error.js';

/** The one source of time in a world. */
export interface Clock {
  /** Milliseconds since the epoch, a whole number. */
  now(): number;
  /** Whether time passes by itself (`real`) or only when it is moved (`manual`). */
  readonly mode: 'real' | 'manual';
  /** Seconds of the fake to a second of ours; 0 where it stands still. */
  readonly scale: number;
  /** Moves time forward by `'61s'`, `'1m'`, `'1 day'` or a number of milliseconds. Throws an InputError. */
  advance(duration: string | number): void;
  /** Moves time to a moment, back or forth; a clock that runs runs on from there. Throws an InputError. */
  set(moment: Date | string | number): void;
  /** Stops time where it is. */
  freeze(): void;
  /** Lets time pass from where it is, so many times as fast as ours; 1 unless told otherwise. Throws an InputError. */
  run(scale?: number): void;
  /** Undoes every move, every stop and every other speed. */
  reset(): void;
}

export interface WorldClock extends Clock {
  /** Remembers moves and speed; calling what it answers puts them back, as often as one likes. A clock that ran has run on by then. */
  save(): () => void;
}

/** The last moment that an HTTP-date can tell: its years have four digits (RFC 9110 §5.6.7). */
export const LAST_MOMENT_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A day in each second. */
const FASTEST = 86_400;

/** From where, and how fast, a clock runs: it showed `baseMs` when the machine's showed `anchorMs`. */
interface Course {
  readonly baseMs: number;
  readonly anchorMs: number;
  readonly scale: number;
}

/** A clock that runs with the machine's. */
export function createRealClock(): WorldClock {
  return createClock({ baseMs: 0, anchorMs: 0, scale: 1 });
}

/** A clock that stands still at `start` until it is moved, or told to run. */
export function createManualClock(start: Date | string | number): WorldClock {
  return createClock({ baseMs: parseMoment(start), anchorMs: 0, scale: 0 });
}

/** It asks `Date.now()` at each reading, so that fake timers move it. */
function createClock(first: Course): WorldClock {
  let course = first;
  // Parts of a millisecond count, or a slow clock would lose some at each change of its speed.
  const exactNow = (machineMs: number) => {
    const passedMs = (machineMs - course.anchorMs) * course.scale;
    // Fake timers can set the machine's clock to any date.
    return Math.min(Math.max(course.baseMs + passedMs, 0), LAST_MOMENT_MS);
  };
  const now = () => Math.floor(exactNow(Date.now()));
  const runFrom = (baseMs: number, anchorMs: number, scale: number) => {
    course = { baseMs, anchorMs, scale };
  };
  const changeScale = (scale: number) => {
    const machineMs = Date.now();
    runFrom(exactNow(machineMs), machineMs, scale);
  };
  return {
    get scale() {
      return course.scale;
    },
    get mode() {
      return course.scale === 0 ? 'manual' : 'real';
    },
    now,
    advance(duration) {
      const machineMs = Date.now();
      const nowMs = exactNow(machineMs);
      runFrom(nowMs + checkedStep(nowMs, duration), machineMs, course.scale);
    },
    set(moment) {
      runFrom(parseMoment(moment), Date.now(), course.scale);
    },
    freeze() {
      changeScale(0);
    },
    run(scale = 1) {
      changeScale(checkedScale(scale));
    },
    reset() {
      course = first;
    },
    save() {
      const saved = course;
      return () => {
        course = saved;
      };
    },
  };
}

function checkedScale(scale: unknown): number {
  const attempted = 'Running the clock';
  assertNotPromise(attempted, 'the scale', scale);
  if (typeof scale === 'number' && scale > 0 && scale <= FASTEST) return scale;
  const remedy =
    `Try 60, a minute in each second: any number above 0 and up to ${FASTEST}, a day in each second. ` +
    'To stop the clock, freeze it.';
  throw new InputError(attempted, `${quoteValue(scale)} is no scale`, remedy);
}

function checkedStep(nowMs: number, duration: string | number): number {
  const attempted = 'Advancing the clock';
  assertNotPromise(attempted, 'the length of time', duration);
  const stepMs = parseDurationMs(duration);
  if (stepMs === undefined) {
    const remedy = "Try '61s', '1m', '1d' or a number of milliseconds; to go back, set a date.";
    throw new InputError(attempted, `${quoteValue(duration)} is no length of time`, remedy);
  }
  if (nowMs + stepMs > LAST_MOMENT_MS) {
    throw new InputError(attempted, `${quoteValue(duration)} leads past the last date there is`, "Try '1d'.");
  }
  return stepMs;
}

function parseMoment(moment: Date | string | number): number {
  const attempted = 'Setting the clock';
  assertNotPromise(attempted, 'the date', moment);
  const time = timeOf(moment);
  // A moment before 1970 has no X-RateLimit-Reset that a client could read.
  if (time === undefined || !(time >= 0 && time <= LAST_MOMENT_MS)) {
    const problem = `${shown(moment)} is no date from 1970 to 9999`;
    const example = "Try '2027-12-31T00:00:00Z'";
    throw new InputError(attempted, problem, `${example} or a Date.`, `${example}.`);
  }
  return time;
}

/** `new Date` would take null and true for moments in 1970. */
function timeOf(moment: unknown): number | undefined {
  if (typeof moment === 'string') return parseTimestamp(moment);
  return typeof moment === 'number' || isDate(moment) ? new Date(moment).getTime() : undefined;
}

function shown(moment: unknown): string {
  if (!isDate(moment)) return quoteValue(moment);
  return Number.isNaN(moment.getTime()) ? 'an invalid date' : moment.toISOString();
}

/** By its name: in jsdom, and under fake timers, there are two classes of this name. */
function isDate(value: unknown): value is Date {
  return Object.prototype.toString.call(value) === '[object Date]';
}

/** Returns a length of time such as `'61s'`, `'1 day'` or a number in milliseconds; undefined when it is none. */
export function parseDurationMs(duration: string | number): number | undefined {
  // `ms` throws on an empty text, and on what is no text at all.
  const isText = typeof duration === 'string' && duration !== '';
  const length = isText ? ms(duration as ms.StringValue) : duration;
  return typeof length === 'number' && Number.isFinite(length) && length >= 0 ? Math.round(length) : undefined;
}
