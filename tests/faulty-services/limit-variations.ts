import type { Call } from './call.js';
import { answersOf, answersWhere, everyAnswer, headerAs, limitsShownAs, withoutLimits } from './changes.js';
import type { Changes } from './conformant-service.js';
import type { Variation } from './conformant-variation.js';
import { openWindows, stateOf, takeOne, type Window } from './limit-windows.js';
import { withHeader } from './service.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Windows that begin with the clock's minute and day. */
const calendarWindows: Changes = {
  charge: (usual) => (call) => {
    const { minute, day } = call.state.windows;
    startWithClock(minute, call.nowMs);
    startWithClock(day, call.nowMs);
    return usual(call);
  },
};

function startWithClock(window: Window, nowMs: number): void {
  const startMs = Math.floor(nowMs / window.lengthMs) * window.lengthMs;
  if (window.startMs !== startMs) Object.assign(window, { startMs, used: 0 });
}

/** Counts what came within the last minute. Reset: when the oldest of it is forgotten, or when all of it is. */
const slidingWindow = (resetsWith: 'the oldest' | 'the newest'): Changes => ({
  charge: () => {
    let taken: number[] = [];
    return ({ nowMs }) => {
      taken = taken.filter((ms) => ms > nowMs - MINUTE_MS);
      const isExceeded = taken.length >= 60;
      if (!isExceeded) taken.push(nowMs);
      const counted = resetsWith === 'the oldest' || isExceeded ? taken[0] : taken.at(-1);
      return { limit: 60, remaining: 60 - taken.length, resetMs: (counted ?? nowMs) + MINUTE_MS, isExceeded };
    };
  },
});

/** The headers describe the minute and the day in turn. */
const windowsInTurn = limitsShownAs((limits, { state }) =>
  limits.isExceeded ? {} : stateOf(state.requests % 2 === 0 ? state.windows.minute : state.windows.day, false),
);

const dayDescribed = limitsShownAs(({ isExceeded }, { state }) =>
  isExceeded ? {} : stateOf(state.windows.day, false),
);

/** Bans at the first request that comes after a 429 and before it should. */
const strictBan: Changes = {
  charge: (usual) => {
    let retryMs = 0;
    let bannedUntilMs = 0;
    return (call) => {
      if (call.nowMs < retryMs) bannedUntilMs = call.nowMs + 5 * MINUTE_MS;
      const limits = usual(call);
      if (limits.isExceeded) retryMs = limits.resetMs;
      if (call.nowMs >= bannedUntilMs) return limits;
      return { ...limits, remaining: 0, resetMs: bannedUntilMs, isExceeded: true };
    };
  },
};

const refusedAreFree: Changes = {
  refuse: (usual) => (call, status) => {
    if (status === 400 || status === 404) {
      call.state.windows.minute.used--;
      call.state.windows.day.used--;
    }
    return usual(call, status);
  },
};

/** Strangers share a quota of their own, and it can be used up. */
const strangersAreCounted: Changes = {
  limitsOfStrangers: () => {
    const windows = openWindows({ perMinute: 30, perDay: 500 });
    return ({ nowMs }) => takeOne(windows, nowMs);
  },
};

const strangersResetAs = (resetMs: (call: Call) => number): Changes => ({
  limitsOfStrangers: () => (call) => ({ limit: 60, remaining: 60, resetMs: resetMs(call), isExceeded: false }),
});

/** Somebody else sends two requests for each third of ours. */
const sharedKey: Changes = {
  charge: (usual) => (call) => {
    if (call.state.requests % 3 === 0) for (let i = 0; i < 2; i++) usual(call);
    return usual(call);
  },
};

/** Two gateways in turn, whose clocks go before and after. */
const skewed = (seconds: number): Changes =>
  everyAnswer((answer, { nowMs, state }) => {
    const skewMs = (state.requests % 2 === 0 ? seconds : -seconds) * 1_000;
    const reset = answer.headers.find(([name]) => name === 'X-RateLimit-Reset')?.[1];
    const dated = withHeader(answer, 'Date', new Date(nowMs + skewMs).toUTCString());
    return withHeader(dated, 'X-RateLimit-Reset', String(Number(reset) + skewMs / 1_000));
  });

const retryAfterDate = headerAs('Retry-After', (seconds, { nowMs }) =>
  new Date(nowMs + Number(seconds) * 1_000).toUTCString(),
);

/** A client that goes by Reset comes up to a second early. */
const roundedDown: Changes = {
  limitHeaders: (usual) => (call, limits) =>
    usual(call, { ...limits, resetMs: Math.floor(limits.resetMs / 1_000) * 1_000 }),
};

/** Other ways to keep §8. */
export const limitVariations: Readonly<Record<string, Variation>> = {
  'windows begin with the clock': calendarWindows,
  'a sliding window that resets with its oldest request': slidingWindow('the oldest'),
  'a sliding window that resets with its newest request': slidingWindow('the newest'),
  'the day is described': dayDescribed,
  'minute and day are described in turn': windowsInTurn,
  'only the day is limited tightly': { setting: { quota: { perMinute: 1_000, perDay: 1_000 } } },
  'bans at the first impatient request': strictBan,
  'Retry-After is a date': retryAfterDate,
  'Retry-After is 0 in the last second': headerAs('Retry-After', (seconds) => (seconds === '1' ? '0' : seconds)),
  'Retry-After is generous': headerAs('Retry-After', (seconds) => String(Number(seconds) + 5)),
  'refused requests are free': refusedAreFree,
  'requests that are too many count': {
    charge: (usual) => (call) => {
      const limits = usual(call);
      if (limits.isExceeded) call.state.windows.day.used++;
      return limits;
    },
  },
  'strangers have a quota of their own': strangersAreCounted,
  'strangers are limited soon': {
    limitsOfStrangers: () => {
      const windows = openWindows({ perMinute: 3, perDay: 500 });
      return ({ nowMs }) => takeOne(windows, nowMs);
    },
    refuseStranger: (usual) => (call, limits) =>
      limits.isExceeded ? call.seams.refuseLimited(call, limits) : usual(call, limits),
  },
  'strangers see a window that has not begun': strangersResetAs(({ nowMs }) => nowMs + MINUTE_MS),
  'strangers see the day': strangersResetAs(({ nowMs }) => (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS),
  'strangers have nothing': {
    limitsOfStrangers: () => (call) => ({ limit: 0, remaining: 0, resetMs: call.nowMs, isExceeded: true }),
  },
  'the key has another user': { isShared: true, ...sharedKey },
  'gateways differ by three seconds': skewed(3),
  'says no Date': everyAnswer((answer) => withHeader(answer, 'Date')),
  'Reset is rounded down': roundedDown,
  'messages know no limits': {
    charge: (usual) => (call) => (call.operation === 'sendMessage' ? call.seams.limitsOfStrangers(call) : usual(call)),
    ...answersWhere((_answer, { operation }) => operation === 'sendMessage', withoutLimits),
  },
  'the Pro plan': { plan: 'pro', setting: { quota: { perMinute: 300, perDay: 10_000 } } },
  'the Business plan': { plan: 'business', setting: { quota: { perMinute: 1_000, perDay: 100_000 } } },
  'an Enterprise plan': { plan: 'enterprise', setting: { quota: { perMinute: 5_000, perDay: 1_000_000 } } },
  'a small Enterprise plan': { plan: 'enterprise', setting: { quota: { perMinute: 75, perDay: 90_000 } } },
  'a 429 says Connection: close': answersOf(429, (answer) => withHeader(answer, 'Connection', 'close')),
};
