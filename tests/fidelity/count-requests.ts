import { type LimitState, openWindows, stateOf, type Window } from '../faulty-services/limit-windows.js';
import type { Traits } from './traits.js';

export interface Counter {
  charge(nowMs: number): LimitState;
  /** What the limits are, once a request was charged or given back. */
  state(nowMs: number): Omit<LimitState, 'isExceeded'>;
  /** The request that was charged last does not count. */
  giveBack(): void;
  /** When a request will be let through again. */
  retryAtMs(): number;
}

/** Counts requests of the one key, in a window of a minute and one of a day. */
export function countRequests(traits: Traits): Counter {
  return traits.windows === 'sliding' ? slidingCounter(traits) : fixedCounter(traits);
}

function fixedCounter({ quota, windows, described, usedToday }: Traits): Counter {
  const { minute, day } = openWindows(quota);
  const startOf = ({ lengthMs }: Window, nowMs: number) =>
    windows === 'by the clock' ? Math.floor(nowMs / lengthMs) * lengthMs : nowMs;
  return {
    charge(nowMs) {
      for (const window of [minute, day]) {
        if (nowMs < window.startMs + window.lengthMs) continue;
        const isFirst = window.startMs === Number.NEGATIVE_INFINITY;
        Object.assign(window, { startMs: startOf(window, nowMs), used: isFirst && window === day ? usedToday : 0 });
      }
      const isExceeded = [minute, day].some(({ used, limit }) => used >= limit);
      if (!isExceeded) for (const window of [minute, day]) window.used++;
      return choose(described, stateOf(minute, isExceeded), stateOf(day, isExceeded));
    },
    state: () => choose(described, stateOf(minute, false), stateOf(day, false)),
    giveBack() {
      for (const window of [minute, day]) window.used--;
    },
    retryAtMs: () =>
      Math.max(...[minute, day].map(({ startMs, lengthMs, used, limit }) => (used >= limit ? startMs + lengthMs : 0))),
  };
}

function slidingCounter({ quota: { perMinute, perDay }, described, usedToday }: Traits): Counter {
  const MINUTE_MS = 60_000;
  const DAY_MS = 24 * 60 * MINUTE_MS;
  const taken: number[] = [];
  const within = (lengthMs: number, nowMs: number) => taken.filter((ms) => ms > nowMs - lengthMs);
  const state = (nowMs: number): LimitState => {
    const [minute, day] = [within(MINUTE_MS, nowMs), within(DAY_MS, nowMs)];
    const left = { minute: perMinute - minute.length, day: perDay - day.length - usedToday };
    return choose(
      described,
      { limit: perMinute, remaining: left.minute, resetMs: (minute[0] ?? nowMs) + MINUTE_MS, isExceeded: false },
      { limit: perDay, remaining: left.day, resetMs: (day[0] ?? nowMs) + DAY_MS, isExceeded: false },
    );
  };
  return {
    charge(nowMs) {
      const isExceeded =
        within(MINUTE_MS, nowMs).length >= perMinute || within(DAY_MS, nowMs).length + usedToday >= perDay;
      if (!isExceeded) taken.push(nowMs);
      return { ...state(nowMs), isExceeded };
    },
    state,
    giveBack() {
      taken.pop();
    },
    retryAtMs: () => (taken.at(-perMinute) ?? taken[0] ?? 0) + MINUTE_MS,
  };
}

function choose(described: Traits['described'], minute: LimitState, day: LimitState): LimitState {
  if (described === 'the minute') return minute;
  if (described === 'the day') return day;
  return day.remaining < minute.remaining ? day : minute;
}
