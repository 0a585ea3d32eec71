import type { Call } from './call.js';
import { answersOf, asHtml, errorsAs, headerAs, limitsShownAs } from './changes.js';
import type { Changes } from './conformant-service.js';
import type { Fault } from './faulty-service.js';
import { withHeader } from './service.js';

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

/** Refuses for a while after the window has begun anew, and asks for half a minute more each time. */
const lateBy = (ms: number): Changes => ({
  charge: (usual) => {
    let refusedUntilMs = 0;
    return (call) => {
      const limits = usual(call);
      if (limits.isExceeded && refusedUntilMs < limits.resetMs) refusedUntilMs = limits.resetMs + ms;
      if (limits.isExceeded || call.nowMs >= refusedUntilMs) return limits;
      return { ...limits, remaining: 0, resetMs: call.nowMs + 30_000, isExceeded: true };
    };
  },
});

const insteadOf429 = (status: number): Changes => ({
  refuseLimited: (usual) => (call, limits) => ({
    ...call.seams.refuse(call, status),
    headers: usual(call, limits).headers,
  }),
});

/** What happens at the limit (§8.3). */
export const limitFaults: Readonly<Record<string, Fault>> = {
  'never enforces the limit': {
    ...exceeded,
    caughtBy: ['limits/enforced'],
    ...limitsShownAs(() => ({ isExceeded: false })),
  },
  'enforces the limit one request late': { ...exceeded, caughtBy: ['limits/enforced'], ...lenientBy(1) },
  'enforces the limit five requests late': { ...exceeded, caughtBy: ['limits/enforced'], ...lenientBy(5) },
  'forgets the limit for updates': {
    ...exceeded,
    caughtBy: ['limits/enforced', 'limits/refused-changes-nothing'],
    charge: (usual) => (call) => {
      const limits = usual(call);
      return call.operation === 'updateInventory' ? { ...limits, isExceeded: false } : limits;
    },
  },
  'answers 503 at the limit': { ...exceeded, breaks: 'errors.429', caughtBy: otherThan429, ...insteadOf429(503) },
  'answers 403 at the limit': { ...exceeded, caughtBy: otherThan429, ...insteadOf429(403) },
  'answers 400 at the limit': { ...exceeded, caughtBy: otherThan429, ...insteadOf429(400) },
  'limits ten requests before it says so': {
    ...exceeded,
    caughtBy: ['limits/not-refused-early'],
    charge: (usual) => (call) => {
      const limits = usual(call);
      if (limits.remaining >= 10) return limits;
      call.state.windows.minute.used = 51;
      return { ...limits, remaining: 9, isExceeded: true };
    },
  },
  'answers 200 with nothing in it at the limit': {
    ...exceeded,
    caughtBy: ['limits/enforced'],
    refuseLimited: () => () => ({ status: 200, body: [], headers: [] }),
  },
  'carries out an update that it answers with 429': {
    ...exceeded,
    caughtBy: ['limits/refused-changes-nothing'],
    refuseLimited: (usual) => (call, limits) => {
      call.seams.operate(call);
      return usual(call, limits);
    },
  },
  'answers 429 with a page of HTML': {
    breaks: 'errors.every-error-is-an-error-object',
    seenAt: 'exhaust',
    caughtBy: ['errors/shape'],
    ...answersOf(429, asHtml),
  },
  'answers 429 with nothing': {
    breaks: 'errors.every-error-is-an-error-object',
    seenAt: 'exhaust',
    caughtBy: ['errors/shape'],
    ...answersOf(429, (answer) => ({ ...answer, body: '' })),
  },
  'calls a 429 a 503 in its body': {
    breaks: 'errors.status-repeats-http-status',
    seenAt: 'exhaust',
    caughtBy: ['errors/status-matches'],
    ...errorsAs((error) => ({ ...error, status: 503 }), [429]),
  },

  'answers 429 without Retry-After': {
    ...retryAfter,
    caughtBy: ['limits/429-retry-after'],
    ...retryAfterAs(() => undefined),
  },
  'asks to retry soon': { ...retryAfter, caughtBy: ['limits/429-retry-after'], ...retryAfterAs(() => 'soon') },
  'asks to retry after a fraction': {
    ...retryAfter,
    caughtBy: ['limits/429-retry-after'],
    ...retryAfterAs((seconds) => `${seconds}.5`),
  },
  'asks to retry in the negative': { ...retryAfter, caughtBy: ['limits/429-retry-after'], ...retryAfterAs(() => '-1') },
  'asks to retry after seconds with a unit': {
    ...retryAfter,
    caughtBy: ['limits/429-retry-after'],
    ...retryAfterAs((seconds) => `${seconds}s`),
  },
  'asks to retry at an ISO 8601 time': {
    ...retryAfter,
    caughtBy: ['limits/429-retry-after'],
    ...retryAfterAs((seconds, { nowMs }) => new Date(nowMs + seconds * 1_000).toISOString()),
  },
  'asks to retry after nothing': {
    ...retryAfter,
    caughtBy: ['limits/429-retry-after'],
    ...answersOf(429, (answer) => withHeader(answer, 'Retry-After', '')),
  },
  'asks to retry in fifteen seconds, however long it lasts': {
    ...retryAfter,
    caughtBy: ['limits/recovers'],
    ...retryAfterAs(() => '15'),
  },
  'recovers half a minute late': { ...retryAfter, caughtBy: ['limits/recovers'], ...lateBy(30_000) },
  'never recovers': { ...retryAfter, caughtBy: ['limits/recovers'], ...lateBy(Number.POSITIVE_INFINITY) },
};
