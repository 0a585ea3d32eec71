import ms from 'ms';
import { parseTimestamp } from '../src/spec/dates.js';
import { quoteValue } from '../src/spec/quoting.js';
import { assertNotPromise, InputError } from '../src/spec/validation/input-error.js';
import type { Restorable } from './restorable.js';

/** The one source of time in a world. */
export interface Clock {
  /** Milliseconds since the epoch, a whole number. */
  now(): number;
  /** Whether time passes by itself (`real`) or only when it is changed (`manual`). */
  readonly mode: 'real' | 'manual';
  /** Speed relative to real time; 0 if the clock is stopped. */
  readonly scale: number;
  /** Moves time forward by `'61s'`, `'1m'`, `'1 day'` or a number of milliseconds. Throws an InputError. */
  advance(duration: string | number): void;
  /** Sets the time, back or forth; a running clock runs on from there. Throws an InputError. */
  set(moment: Date | string | number): void;
  /** Stops the clock at its current time. */
  freeze(): void;
  /** Runs the clock from its current time at a speed relative to real time; default 1. Throws an InputError. */
  run(scale?: number): void;
  /** Undoes every change of time and speed. */
  reset(): void;
}

export interface WorldClock extends Clock, Restorable {}

/** The last moment that an HTTP-date can express: its years have four digits (RFC 9110 §5.6.7). */
export const LAST_MOMENT_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A day per second. */
const FASTEST = 86_400;

/** Start and speed of a clock: it showed `baseMs` when the machine's clock showed `anchorMs`. */
interface Course {
  readonly baseMs: number;
  readonly anchorMs: number;
  readonly scale: number;
}

/** A clock that runs with the machine's. */
export function createRealClock(): WorldClock {
  return createClock({ baseMs: 0, anchorMs: 0, scale: 1 });
}

/** A clock that is stopped at `start` until it is changed or run. */
export function createManualClock(start: Date | string | number): WorldClock {
  return createClock({ baseMs: parseMoment(start), anchorMs: 0, scale: 0 });
}

/** Calls `Date.now()` at each reading, so that fake timers work. */
function createClock(first: Course): WorldClock {
  let course = first;
  // Fractions of a millisecond count, or a slow clock would lose time at each change of speed.
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
    `Try 60 for a minute per second: any number above 0 and up to ${FASTEST}, a day per second. ` +
    'To stop the clock, freeze it.';
  throw new InputError(attempted, `${quoteValue(scale)} is not a scale`, remedy);
}

function checkedStep(nowMs: number, duration: string | number): number {
  const attempted = 'Advancing the clock';
  assertNotPromise(attempted, 'the duration', duration);
  const stepMs = parseDurationMs(duration);
  if (stepMs === undefined) {
    const remedy = "Try '61s', '1m', '1d' or a number of milliseconds; to go back, set a date.";
    throw new InputError(attempted, `${quoteValue(duration)} is not a duration`, remedy);
  }
  if (nowMs + stepMs > LAST_MOMENT_MS) {
    throw new InputError(attempted, `${quoteValue(duration)} leads past the last supported date`, "Try '1d'.");
  }
  return stepMs;
}

function parseMoment(moment: Date | string | number): number {
  const attempted = 'Setting the clock';
  assertNotPromise(attempted, 'the date', moment);
  const time = timeOf(moment);
  // X-RateLimit-Reset cannot express a time before 1970.
  if (time === undefined || !(time >= 0 && time <= LAST_MOMENT_MS)) {
    const problem = `${shown(moment)} is not a date from 1970 to 9999`;
    const example = "Try '2027-12-31T00:00:00Z'";
    throw new InputError(attempted, problem, `${example} or a Date.`, `${example}.`);
  }
  return time;
}

/** `new Date` would accept null and true as moments in 1970. */
function timeOf(moment: unknown): number | undefined {
  if (typeof moment === 'string') return parseTimestamp(moment);
  return typeof moment === 'number' || isDate(moment) ? new Date(moment).getTime() : undefined;
}

function shown(moment: unknown): string {
  if (!isDate(moment)) return quoteValue(moment);
  return Number.isNaN(moment.getTime()) ? 'an invalid date' : moment.toISOString();
}

/** By name: in jsdom, and under fake timers, there are two such classes. */
function isDate(value: unknown): value is Date {
  return Object.prototype.toString.call(value) === '[object Date]';
}

/** Parses a duration such as `'61s'`, `'1 day'` or a number, in milliseconds. Returns undefined if it is not one. */
export function parseDurationMs(duration: string | number): number | undefined {
  // `ms` throws on an empty string, and on anything that is not a string.
  const isText = typeof duration === 'string' && duration !== '';
  const length = isText ? ms(duration as ms.StringValue) : duration;
  return typeof length === 'number' && Number.isFinite(length) && length >= 0 ? Math.round(length) : undefined;
}
