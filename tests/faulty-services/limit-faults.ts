import { withHeader } from '../conformant-service/service.js';
import type { Call, Changes } from '../conformant-service/steps.js';
import { asHtml, errorsAs, headerAs, limitsAs, responsesWith, withoutBody } from './changes.js';
import type { Fault } from './faulty-service.js';

const exceeded = { breaks: 'limits.exceeded-answers-429', seenAt: 'exhaust' } as const;
const otherThan429 = ['limits/exceeded-is-429', 'status/documented'] as const;
const retryAfter = { breaks: 'limits.429-carries-retry-after', seenAt: 'exhaust' } as const;

const retryAfterAs = (value: (seconds: number, call: Call) => string | undefined): Changes =>
  headerAs('Retry-After', (usual, call) => value(Number(usual), call));

/** Lets more requests through than the plan allows. */
const lenientBy = (more: number): Changes => ({
  charge: (usual) => {
    let over = 0;
    return (call) => {
      const limits = usual(call);
      over = limits.isExceeded ? over + 1 : 0;
      return { ...limits, isExceeded: over > more };
    };
  },
});

/** Rejects requests for a while after the next window has begun, with another half a minute of Retry-After each time. */
const lateBy = (ms: number): Changes => ({
  charge: (usual) => {
    let closedUntilMs = 0;
    return (call) => {
      const limits = usual(call);
      if (limits.isExceeded && closedUntilMs < limits.resetMs) closedUntilMs = limits.resetMs + ms;
      if (limits.isExceeded || call.nowMs >= closedUntilMs) return limits;
      const laterMs = call.nowMs + 30_000;
      return { ...limits, remaining: 0, resetMs: laterMs, retryAtMs: laterMs, isExceeded: true };
    };
  },
});

const insteadOf429 = (status: number): Changes => ({
  tooManyRequests: (usual) => (call, limits) => ({
    ...call.steps.error(call, status),
    headers: usual(call, limits).headers,
  }),
});

/** At the limit (§8.3). */
export const limitFaults: Readonly<Record<string, Fault>> = {
  'never enforces the limit': {
    ...exceeded,
    caughtBy: ['limits/enforced'],
    ...limitsAs(() => ({ isExceeded: false })),
  },
  'enforces the limit one request late': { ...exceeded, caughtBy: ['limits/enforced'], ...lenientBy(1) },
  'enforces the limit five requests late': { ...exceeded, caughtBy: ['limits/enforced'], ...lenientBy(5) },
  'does not enforce the limit for updates': {
    ...exceeded,
    caughtBy: ['limits/enforced', 'limits/refused-changes-nothing'],
    charge: (usual) => (call) => {
      const limits = usual(call);
      return call.operation === 'updateInventory' ? { ...limits, isExceeded: false } : limits;
    },
  },
  'returns 503 at the limit': { ...exceeded, breaks: 'errors.429', caughtBy: otherThan429, ...insteadOf429(503) },
  'returns 403 at the limit': { ...exceeded, caughtBy: otherThan429, ...insteadOf429(403) },
  'returns 400 at the limit': { ...exceeded, caughtBy: otherThan429, ...insteadOf429(400) },
  'enforces the limit ten requests early': {
    ...exceeded,
    caughtBy: ['limits/not-refused-early'],
    charge: (usual) => (call) => {
      const limits = usual(call);
      if (limits.remaining >= 10) return limits;
      call.state.counter.minute.used = 51;
      return { ...limits, remaining: 9, isExceeded: true };
    },
  },
  'returns an empty list with 200 at the limit': {
    ...exceeded,
    caughtBy: ['limits/enforced'],
    tooManyRequests: () => () => ({ status: 200, body: [], headers: [] }),
  },
  'carries out an update that it rejects with 429': {
    ...exceeded,
    caughtBy: ['limits/refused-changes-nothing'],
    tooManyRequests: (usual) => (call, limits) => {
      call.steps.operate(call);
      return usual(call, limits);
    },
  },
  'returns 429 with a page of HTML': {
    breaks: 'errors.every-error-is-an-error-object',
    seenAt: 'exhaust',
    caughtBy: ['errors/shape'],
    ...responsesWith(429, asHtml),
  },
  'returns 429 with an empty body': {
    breaks: 'errors.every-error-is-an-error-object',
    seenAt: 'exhaust',
    caughtBy: ['errors/shape'],
    ...responsesWith(429, withoutBody),
  },
  'has status 503 in the body of a 429': {
    breaks: 'errors.status-repeats-http-status',
    seenAt: 'exhaust',
    caughtBy: ['errors/status-matches'],
    ...errorsAs((error) => ({ ...error, status: 503 }), [429]),
  },

  'returns 429 without Retry-After': {
    ...retryAfter,
    caughtBy: ['limits/429-retry-after'],
    ...retryAfterAs(() => undefined),
  },
  'has a Retry-After in words': { ...retryAfter, caughtBy: ['limits/429-retry-after'], ...retryAfterAs(() => 'soon') },
  'has a fractional Retry-After': {
    ...retryAfter,
    caughtBy: ['limits/429-retry-after'],
    ...retryAfterAs((seconds) => `${seconds}.5`),
  },
  'has a negative Retry-After': { ...retryAfter, caughtBy: ['limits/429-retry-after'], ...retryAfterAs(() => '-1') },
  'has a Retry-After with a unit': {
    ...retryAfter,
    caughtBy: ['limits/429-retry-after'],
    ...retryAfterAs((seconds) => `${seconds}s`),
  },
  'has an ISO 8601 Retry-After': {
    ...retryAfter,
    caughtBy: ['limits/429-retry-after'],
    ...retryAfterAs((seconds, { nowMs }) => new Date(nowMs + seconds * 1_000).toISOString()),
  },
  'has an empty Retry-After': {
    ...retryAfter,
    caughtBy: ['limits/429-retry-after'],
    ...responsesWith(429, (response) => withHeader(response, 'Retry-After', '')),
  },
  'has a Retry-After of 15 seconds, however long the limit lasts': {
    ...retryAfter,
    caughtBy: ['limits/recovers'],
    ...retryAfterAs(() => '15'),
  },
  'recovers half a minute late': { ...retryAfter, caughtBy: ['limits/recovers'], ...lateBy(30_000) },
  'never recovers': { ...retryAfter, caughtBy: ['limits/recovers'], ...lateBy(Number.POSITIVE_INFINITY) },
};
