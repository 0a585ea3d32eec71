import type { LimitState } from '../conformant-service/limits.js';
import { withHeader } from '../conformant-service/service.js';
import type { Call, Changes } from '../conformant-service/steps.js';
import { asHtml, limitsAs, withoutBody } from './changes.js';
import type { Fault } from './faulty-service.js';

const MINUTE_MS = 60_000;
const retryAfter = { breaks: 'limits.429-carries-retry-after', seenAt: 'exhaust' } as const;
const reset = { breaks: 'limits.reset-is-unix-timestamp', seenAt: 'exhaust' } as const;
const perPlan = { breaks: 'limits.limit-is-of-the-plan', seenAt: 'exhaust' } as const;
const inRow = { seenAt: 'exhaust' } as const;

/** Rejects requests for some seconds after the window has ended, as announced then. */
const lateBy = (ms: number, announced: (limits: LimitState, call: Call) => Partial<LimitState>): Changes => ({
  charge: (usual) => {
    let [endMs, closedUntilMs] = [0, 0];
    return (call) => {
      const limits = usual(call);
      if (limits.isExceeded) [endMs, closedUntilMs] = [limits.resetMs, limits.resetMs + ms];
      if (limits.isExceeded || call.nowMs >= closedUntilMs) return limits;
      call.state.counter.giveBack();
      const until = { resetMs: endMs, retryAtMs: closedUntilMs };
      return { ...limits, remaining: 0, isExceeded: true, ...until, ...announced(limits, call) };
    };
  },
});

/** The windows after the one with a 429 have half the Limit. */
const halvedAfter429: Changes = {
  charge: (usual) => {
    let spentMs = Number.POSITIVE_INFINITY;
    return (call) => {
      const limits = usual(call);
      const { limit, remaining, resetMs } = limits;
      if (limits.isExceeded && spentMs > resetMs) spentMs = resetMs;
      if (call.nowMs < spentMs) return limits;
      const isExceeded = limits.isExceeded || remaining < limit / 2;
      if (isExceeded && !limits.isExceeded) call.state.counter.giveBack();
      return {
        ...limits,
        limit: limit / 2,
        remaining: Math.max(0, remaining - limit / 2),
        isExceeded,
        retryAtMs: resetMs,
      };
    };
  },
};

/** Something changes with each 429. */
const afterEach429 = (change: (limits: LimitState, call: Call, count: number) => Partial<LimitState>): Changes => ({
  charge: (usual) => {
    let count = 0;
    return (call) => {
      const limits = usual(call);
      if (limits.isExceeded) count++;
      return { ...limits, ...change(limits, call, count) };
    };
  },
});

/** Changes the 429s after the first one of a window. */
const laterOnes = (
  change: (response: Parameters<typeof withoutBody>[0]) => ReturnType<typeof withoutBody>,
): Changes => ({
  finish: (usual) => {
    let lastMs = Number.NEGATIVE_INFINITY;
    return (call, given) => {
      const response = usual(call, given);
      if (response.status !== 429) return response;
      const isFirst = call.nowMs - lastMs > 5_000;
      lastMs = call.nowMs;
      return isFirst ? response : change(response);
    };
  },
});

const at = (
  operation: Call['operation'],
  change: (response: Parameters<typeof withoutBody>[0]) => ReturnType<typeof withoutBody>,
): Changes => ({
  finish: (usual) => (call, given) => {
    const response = usual(call, given);
    return response.status === 429 && call.operation === operation ? change(response) : response;
  },
});

/** What a 429 promises, and what follows it (§8.2, §8.3). */
export const recoveryFaults: Readonly<Record<string, Fault>> = {
  'recovers five seconds late': { ...retryAfter, caughtBy: ['limits/recovers'], ...lateBy(5_000, () => ({})) },
  'asks to wait another second at each retry, for four seconds': {
    ...retryAfter,
    caughtBy: ['limits/recovers'],
    ...lateBy(4_000, (_, { nowMs }) => ({ resetMs: nowMs + 1_000, retryAtMs: nowMs + 1_000 })),
  },
  'has a Retry-After that is five seconds short': {
    ...retryAfter,
    caughtBy: ['limits/recovers'],
    ...limitsAs(({ retryAtMs, isExceeded }) => (isExceeded ? { retryAtMs: retryAtMs - 5_000 } : {})),
  },

  'begins its window again with each request that it rejects': {
    ...reset,
    caughtBy: ['limits/reset-steady', 'limits/recovers'],
    ...lateBy(MINUTE_MS, () => ({})),
    ...afterEach429((limits, { nowMs }) =>
      limits.isExceeded ? { resetMs: nowMs + MINUTE_MS, retryAtMs: nowMs + MINUTE_MS } : {},
    ),
  },
  'has the end of the day as Reset of a 429': {
    ...reset,
    caughtBy: ['limits/reset-steady'],
    ...limitsAs(({ isExceeded, resetMs }) => (isExceeded ? { resetMs: resetMs + 7 * 3_600_000 } : {})),
  },
  'allows half of the requests in the window after a 429': {
    ...perPlan,
    caughtBy: ['limits/plan'],
    ...halvedAfter429,
  },

  'has no Retry-After in the second 429 of a row': {
    ...retryAfter,
    caughtBy: ['limits/429-retry-after'],
    ...laterOnes((response) => withHeader(response, 'Retry-After')),
  },
  'has a page of HTML as the second 429 of a row': {
    breaks: 'errors.every-error-is-an-error-object',
    ...inRow,
    caughtBy: ['errors/shape'],
    ...laterOnes(asHtml),
  },
  'returns 429 for a message with an empty body': {
    breaks: 'errors.every-error-is-an-error-object',
    ...inRow,
    caughtBy: ['errors/shape'],
    ...at('sendMessage', withoutBody),
  },
  'returns 429 for a message without Retry-After': {
    ...retryAfter,
    caughtBy: ['limits/429-retry-after'],
    ...at('sendMessage', (response) => withHeader(response, 'Retry-After')),
  },
};
