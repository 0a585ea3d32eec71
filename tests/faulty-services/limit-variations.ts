import type { LimitState } from '../conformant-service/limits.js';
import { withHeader } from '../conformant-service/service.js';
import type { Call, Changes } from '../conformant-service/steps.js';
import { isUnlimited } from '../conformant-service/usual-steps.js';
import { everyResponse, headerAs, responsesWith } from './changes.js';
import type { Variation } from './faulty-service.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A sliding window, which resets when all its requests have expired. */
const resetsWithTheNewest: Variation = {
  traits: { windows: 'sliding', described: 'the minute' },
  charge: (usual) => (call) => {
    const limits = usual(call);
    return limits.isExceeded ? limits : { ...limits, resetMs: call.nowMs + MINUTE_MS };
  },
};

/** Bans at the first request that comes after a 429 and before it should. */
const strictBan: Changes = {
  charge: (usual) => {
    let retryMs = 0;
    let bannedUntilMs = 0;
    return (call) => {
      if (call.nowMs < retryMs) bannedUntilMs = call.nowMs + 5 * MINUTE_MS;
      const limits = usual(call);
      if (limits.isExceeded) retryMs = limits.retryAtMs;
      if (call.nowMs >= bannedUntilMs) return limits;
      return { ...limits, remaining: 0, resetMs: bannedUntilMs, retryAtMs: bannedUntilMs, isExceeded: true };
    };
  },
};

/** Rejected requests are given back after the limits in their responses were computed. */
const rejectedAreFree: Changes = {
  error: (usual) => (call, status, situation) => {
    // Where keys are verified last, the request may be a stranger's, which took nothing from the key.
    const wasCharged = call.steps.isAuthorized(call) && !isUnlimited(call);
    if ((status === 400 || status === 404) && wasCharged) call.state.counter.giveBack();
    return usual(call, status, situation);
  },
};

const strangersHave = (limits: (call: Call) => Partial<LimitState> & { readonly resetMs: number }): Changes => ({
  limitsWithoutKey: () => (call) => {
    const given = limits(call);
    return { limit: 60, remaining: 60, isExceeded: false, retryAtMs: given.resetMs, ...given };
  },
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
  everyResponse((response, { nowMs, state }) => {
    const skewMs = (state.requests % 2 === 0 ? seconds : -seconds) * 1_000;
    const reset = response.headers.find(([name]) => name === 'X-RateLimit-Reset')?.[1];
    const dated = withHeader(response, 'Date', new Date(nowMs + skewMs).toUTCString());
    return reset === undefined ? dated : withHeader(dated, 'X-RateLimit-Reset', String(Number(reset) + skewMs / 1_000));
  });

/** The gateway writes Date, and its clock is ahead of the one that counts. */
const dateAhead = everyResponse((response, { nowMs }) =>
  withHeader(response, 'Date', new Date(nowMs + 4_000).toUTCString()),
);

/** Each 429 of a row asks to wait a second longer: nobody is rejected after that. */
const longerEachTime: Changes = {
  tooManyRequests: (usual) => {
    let count = 0;
    return (call, limits) => usual(call, { ...limits, retryAtMs: limits.retryAtMs + 1_000 * (++count % 10) });
  },
};

/** A client that goes by Reset comes up to a second early. */
const roundedDown: Changes = {
  limitHeaders: (usual) => (call, limits) =>
    usual(call, { ...limits, resetMs: Math.floor(limits.resetMs / 1_000) * 1_000 }),
};

/** Other ways to conform to §8. */
export const limitVariations: Readonly<Record<string, Variation>> = {
  'windows begin with the clock': { traits: { windows: 'by the clock' } },
  'a sliding window that resets with its oldest request': { traits: { windows: 'sliding', described: 'the minute' } },
  'a sliding window that resets with its newest request': resetsWithTheNewest,
  'the day is described': { traits: { described: 'the day' } },
  'minute and day are described in turn': { traits: { described: 'in turn' } },
  'only the day is limited tightly': { traits: { quota: { perMinute: 1_000, perDay: 1_000 } } },
  'bans at the first impatient request': strictBan,
  'Retry-After is a date': { traits: { retryAfter: 'date' } },
  'Retry-After is 0 in the last second': headerAs('Retry-After', (seconds) => (seconds === '1' ? '0' : seconds)),
  'Retry-After is rounded down': headerAs('Retry-After', (seconds) => String(Math.max(0, Number(seconds) - 1))),
  'Retry-After is longer in each 429 of a row': longerEachTime,
  'Date is ahead of the limits by four seconds': dateAhead,
  'a 429 describes the day': {
    limitHeaders: (usual) => (call, limits) => {
      const [, day] = limits.windows ?? [];
      return usual(call, limits.isExceeded && day !== undefined ? { ...limits, ...day } : limits);
    },
  },
  'a sliding window whose 429 names the moment at which all has left it': {
    traits: { windows: 'sliding', described: 'the minute' },
    charge: (usual) => {
      let newestMs = 0;
      return (call) => {
        const limits = usual(call);
        if (!limits.isExceeded) newestMs = call.nowMs;
        return { ...limits, resetMs: newestMs + MINUTE_MS };
      };
    },
  },
  'messages use the quota and do not show it': {
    limitHeaders: (usual) => (call, limits) => (call.operation === 'sendMessage' ? [] : usual(call, limits)),
  },
  'Retry-After is generous': { traits: { retryDelaySeconds: 5 } },
  'rejected requests do not count': rejectedAreFree,
  'requests beyond the limit count': {
    charge: (usual) => (call) => {
      const limits = usual(call);
      if (limits.isExceeded) call.state.counter.day.used++;
      return limits;
    },
  },
  'strangers have a separate quota': { traits: { strangers: { perMinute: 30, perDay: 500 } } },
  'strangers are limited soon': {
    traits: { strangers: { perMinute: 3, perDay: 500 } },
    unauthorized: (usual) => (call, limits) =>
      limits.isExceeded ? call.steps.tooManyRequests(call, limits) : usual(call, limits),
  },
  'strangers see a window that begins now': strangersHave(({ nowMs }) => ({ resetMs: nowMs + MINUTE_MS })),
  'strangers see the day': strangersHave(({ nowMs }) => ({ resetMs: (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS })),
  'strangers have no quota': strangersHave(({ nowMs }) => ({
    limit: 0,
    remaining: 0,
    resetMs: nowMs,
    isExceeded: true,
  })),
  'the key has another user': { isShared: true, ...sharedKey },
  'gateways differ by three seconds': skewed(3),
  'there is no Date header': everyResponse((response) => withHeader(response, 'Date')),
  'Reset is rounded down': roundedDown,
  'messages have another base URL and are not limited': {
    traits: { areMessagesLimited: false, messagesBasePath: '/quickstart' },
  },
  'messages have no limit headers': { traits: { areMessagesLimited: false } },
  'headers describe each window beside the three': everyResponse((response) => ({
    ...response,
    headers: [
      ...response.headers,
      ['X-RateLimit-Limit-Minute', '60'],
      ['X-RateLimit-Limit-Day', '1000'],
      ['X-RateLimit-Used', '7'],
    ],
  })),
  'the Pro plan': { traits: { plan: 'pro', quota: { perMinute: 300, perDay: 10_000 } } },
  'the Business plan': { traits: { plan: 'business', quota: { perMinute: 1_000, perDay: 100_000 } } },
  'an Enterprise plan': { traits: { plan: 'enterprise', quota: { perMinute: 5_000, perDay: 1_000_000 } } },
  'a small Enterprise plan': { traits: { plan: 'enterprise', quota: { perMinute: 75, perDay: 90_000 } } },
  'a 429 has Connection: close': responsesWith(429, (response) => withHeader(response, 'Connection', 'close')),
};
