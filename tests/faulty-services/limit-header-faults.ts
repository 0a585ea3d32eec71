import { Counter } from '../conformant-service/limits.js';
import type { ServiceResponse } from '../conformant-service/service.js';
import type { Call, Changes } from '../conformant-service/steps.js';
import { everyResponse, headerAs, limitsAs, responsesWhere, responsesWith, withoutLimits } from './changes.js';
import type { Fault } from './faulty-service.js';

const LIMIT = 'X-RateLimit-Limit';
const REMAINING = 'X-RateLimit-Remaining';
const RESET = 'X-RateLimit-Reset';

const missing = { breaks: 'limits.every-response-carries-headers', caughtBy: ['limits/headers-present'] } as const;
const limit = { breaks: 'limits.limit-is-of-the-plan', seenAt: 'read' } as const;
const remaining = { breaks: 'limits.remaining-is-requests-left', seenAt: 'read' } as const;
const reset = { breaks: 'limits.reset-is-unix-timestamp', seenAt: 'read' } as const;
const wellFormed = ['limits/well-formed'] as const;
const falls = ['limits/remaining-falls'] as const;
const plausible = ['limits/reset-plausible', 'limits/well-formed'] as const;

const bareWhere = (test: (response: ServiceResponse, call: Call) => boolean): Changes =>
  responsesWhere(test, withoutLimits);
const bareAt = (operation: Call['operation']) => bareWhere((_response, call) => call.operation === operation);
const inSeconds =
  (seconds: number) =>
  (_usual: string, { nowMs }: Call) =>
    String(Math.ceil(nowMs / 1_000) + seconds);

/** A value that depends on the number of requests so far. */
function countedAs(name: string, value: (count: number) => string): Changes {
  return headerAs(name, (_usual, { state }) => value(state.requests));
}

/** The three headers, at any level (§8.1, §8.2). */
export const limitHeaderFaults: Readonly<Record<string, Fault>> = {
  'has no limit headers': { ...missing, seenAt: 'read', ...everyResponse(withoutLimits) },
  'has no Limit': { ...missing, seenAt: 'read', ...headerAs(LIMIT, () => undefined) },
  'has no Remaining': { ...missing, seenAt: 'read', ...headerAs(REMAINING, () => undefined) },
  'has no Reset': { ...missing, seenAt: 'read', ...headerAs(RESET, () => undefined) },
  'has an empty Remaining': { ...missing, seenAt: 'read', ...headerAs(REMAINING, () => '') },
  'names the headers RateLimit-*': {
    ...missing,
    seenAt: 'read',
    ...everyResponse((response) => ({
      ...response,
      headers: response.headers.map(([name, value]) => [name.replace(/^X-RateLimit/, 'RateLimit'), value] as const),
    })),
  },
  'has no limit headers on 401': { ...missing, seenAt: 'read', ...responsesWith(401, withoutLimits) },
  'has no limit headers on messages that are rejected': {
    ...missing,
    seenAt: 'write',
    ...bareWhere(({ status }, { operation }) => operation === 'sendMessage' && status >= 400),
  },
  'has no limit headers on 404': { ...missing, seenAt: 'write', ...responsesWith(404, withoutLimits) },
  'has no limit headers on 400': { ...missing, seenAt: 'write', ...responsesWith(400, withoutLimits) },
  'has no limit headers on 429': { ...missing, seenAt: 'exhaust', ...responsesWith(429, withoutLimits) },
  'has no limit headers on errors': { ...missing, seenAt: 'read', ...bareWhere(({ status }) => status >= 400) },
  'has limit headers on errors only': { ...missing, seenAt: 'read', ...bareWhere(({ status }) => status < 400) },
  'has no limit headers on updates': { ...missing, seenAt: 'write', ...bareAt('updateInventory') },
  'has no limit headers on orders': { ...missing, seenAt: 'read', ...bareAt('listOrders') },
  'has no limit headers on the deprecated lookup': { ...missing, seenAt: 'read', ...bareAt('showPet') },
  'omits the limit headers now and then': {
    ...missing,
    seenAt: 'read',
    ...bareWhere((_response, { state }) => state.requests % 4 === 0),
  },

  'has a Limit with a window': { ...limit, caughtBy: wellFormed, ...headerAs(LIMIT, (usual) => `${usual};w=60`) },
  'has a Limit in words': { ...limit, caughtBy: wellFormed, ...headerAs(LIMIT, () => 'free') },
  'has a negative Limit': { ...limit, caughtBy: wellFormed, ...headerAs(LIMIT, () => '-1') },
  'has a Limit that no plan has': {
    ...limit,
    caughtBy: ['limits/plan'],
    traits: { plan: 'free', quota: { perMinute: 50, perDay: 1_000 } },
  },
  'has the Limit of another plan': {
    breaks: 'limits.free-plan',
    seenAt: 'read',
    caughtBy: ['limits/plan'],
    traits: { plan: 'free', quota: { perMinute: 300, perDay: 10_000 } },
  },
  'gives the Pro plan less than it promises': {
    breaks: 'limits.pro-plan',
    seenAt: 'read',
    caughtBy: ['limits/plan'],
    traits: { plan: 'pro', quota: { perMinute: 100, perDay: 10_000 } },
  },
  'gives the Business plan less than it promises': {
    breaks: 'limits.business-plan',
    seenAt: 'read',
    caughtBy: ['limits/plan'],
    traits: { plan: 'business', quota: { perMinute: 600, perDay: 100_000 } },
  },
  'has a different Limit every time': {
    ...limit,
    caughtBy: ['limits/plan'],
    ...countedAs(LIMIT, (count) => String(60 + (count % 5))),
  },

  'has a fractional Remaining': { ...remaining, caughtBy: wellFormed, ...headerAs(REMAINING, (usual) => `${usual}.0`) },
  'has a negative Remaining': { ...remaining, caughtBy: wellFormed, ...headerAs(REMAINING, () => '-1') },
  'has a Remaining in words': { ...remaining, caughtBy: wellFormed, ...headerAs(REMAINING, () => 'unlimited') },
  'has more Remaining than Limit': {
    ...remaining,
    caughtBy: ['limits/remaining-within-limit'],
    ...headerAs(REMAINING, (usual) => String(Number(usual) + 60)),
  },
  'has a Remaining that is always full': {
    ...remaining,
    caughtBy: falls,
    ...limitsAs(({ limit: full }) => ({ remaining: full })),
  },
  'has a Remaining that stands still': {
    ...remaining,
    seenAt: 'exhaust',
    caughtBy: falls,
    ...limitsAs(() => ({ remaining: 42 })),
  },
  'has one request left, even after Reset': {
    ...remaining,
    caughtBy: ['limits/reset-honest'],
    ...limitsAs(() => ({ remaining: 1 })),
  },
  'never counts what it lists': {
    ...remaining,
    caughtBy: falls,
    charge: (usual) => (call) => {
      const limits = usual(call);
      const { minute } = call.state.counter;
      if (call.operation === 'listInventory') minute.used--;
      return { ...limits, remaining: minute.left };
    },
  },
  'reports one request more than is left': {
    ...remaining,
    seenAt: 'exhaust',
    caughtBy: ['limits/not-refused-early'],
    ...limitsAs((limits) => (limits.isExceeded ? {} : { remaining: limits.remaining + 1 })),
  },
  'reports one request fewer than is left': {
    ...remaining,
    seenAt: 'exhaust',
    caughtBy: ['limits/enforced'],
    ...limitsAs((limits) => ({ remaining: Math.max(0, limits.remaining - 1) })),
  },
  'has a Remaining that rises': {
    ...remaining,
    seenAt: 'exhaust',
    caughtBy: falls,
    ...limitsAs((_limits, { state }) => ({ remaining: Math.min(60, 10 + state.requests) })),
  },
  'reports used requests as Remaining': {
    ...remaining,
    caughtBy: ['limits/remaining-falls', 'limits/reset-honest'],
    ...limitsAs((limits) => ({ remaining: limits.limit - limits.remaining })),
  },
  'counts on two machines that do not talk': {
    ...remaining,
    caughtBy: falls,
    charge: (usual) => {
      const other = new Counter({ perMinute: 60, perDay: 1_000 });
      return (call) => (call.state.requests % 3 === 0 ? other.charge(call.nowMs) : usual(call));
    },
  },

  'has a Reset in milliseconds': { ...reset, caughtBy: plausible, ...headerAs(RESET, (usual) => `${usual}000`) },
  'has a Reset in seconds from now': { ...reset, caughtBy: plausible, ...headerAs(RESET, () => '60') },
  'has an ISO 8601 Reset': {
    ...reset,
    caughtBy: wellFormed,
    ...headerAs(RESET, (usual) => new Date(Number(usual) * 1_000).toISOString()),
  },
  'has an HTTP date as Reset': {
    ...reset,
    caughtBy: wellFormed,
    ...headerAs(RESET, (usual) => new Date(Number(usual) * 1_000).toUTCString()),
  },
  'has a fractional Reset': { ...reset, caughtBy: wellFormed, ...headerAs(RESET, (usual) => `${usual}.5`) },
  'has a Reset of 0': { ...reset, caughtBy: plausible, ...headerAs(RESET, () => '0') },
  'has a Reset an hour ago': { ...reset, caughtBy: plausible, ...headerAs(RESET, inSeconds(-3_600)) },
  'has a Reset in two days': { ...reset, caughtBy: plausible, ...headerAs(RESET, inSeconds(2 * 86_400)) },
  'has a Reset that is always an hour ahead': {
    ...reset,
    seenAt: 'exhaust',
    caughtBy: ['limits/reset-steady'],
    ...headerAs(RESET, inSeconds(3_600)),
  },
};
