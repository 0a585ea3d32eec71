import { quoteValue } from '../src/json/quote-value.js';
import { parseTimestamp } from '../src/spec/timestamp.js';
import { InputError } from '../src/validation/input-error.js';
import { refusePromise } from '../src/validation/refuse-promise.js';
import { parseDurationMs } from './duration.js';

/** The one source of time in a world. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Whether time passes by itself (`real`) or only when it is moved (`manual`). */
  readonly mode: 'real' | 'manual';
  /** Moves time forward by `'61s'`, `'1m'`, `'1 day'` or a number of milliseconds. Throws an InputError. */
  advance(duration: string | number): void;
  /** Moves time to a moment, back or forth; a real clock runs on from there. Throws an InputError. */
  set(moment: Date | string | number): void;
  /** Undoes every move. */
  reset(): void;
}

export interface WorldClock extends Clock {
  /** Remembers the moves; calling what it answers puts them back, as often as one likes. A real clock has run on by then. */
  save(): () => void;
}

/** The last moment that an HTTP-date can tell: its years have four digits (RFC 9110 §5.6.7). */
export const LAST_MOMENT_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A clock that runs with the machine's. It asks `Date.now()` each time, so that fake timers move it. */
export function createRealClock(): WorldClock {
  let offsetMs = 0;
  const now = () => Math.min(Date.now() + offsetMs, LAST_MOMENT_MS);
  return {
    mode: 'real',
    now,
    advance(duration) {
      offsetMs += checkedStep(now(), duration);
    },
    set(moment) {
      offsetMs = parseMoment(moment) - Date.now();
    },
    reset() {
      offsetMs = 0;
    },
    save() {
      const savedMs = offsetMs;
      return () => {
        offsetMs = savedMs;
      };
    },
  };
}

/** A clock that stands still at `start` until it is moved. */
export function createManualClock(start: Date | string | number): WorldClock {
  const startMs = parseMoment(start);
  let nowMs = startMs;
  return {
    mode: 'manual',
    now: () => nowMs,
    advance(duration) {
      nowMs += checkedStep(nowMs, duration);
    },
    set(moment) {
      nowMs = parseMoment(moment);
    },
    reset() {
      nowMs = startMs;
    },
    save() {
      const savedMs = nowMs;
      return () => {
        nowMs = savedMs;
      };
    },
  };
}

function checkedStep(nowMs: number, duration: string | number): number {
  const attempted = 'Advancing the clock';
  refusePromise(attempted, 'the length of time', duration);
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
  refusePromise(attempted, 'the date', moment);
  const time = timeOf(moment);
  // A moment before 1970 has no X-RateLimit-Reset that a client could read.
  if (time === undefined || !(time >= 0 && time <= LAST_MOMENT_MS)) {
    const problem = `${shown(moment)} is no date from 1970 to 9999`;
    throw new InputError(attempted, problem, "Try '2027-12-31T00:00:00Z' or a Date.");
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
