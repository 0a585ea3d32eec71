import type { LimitState } from '../conformant-service/limits.js';
import type { Call, Changes } from '../conformant-service/steps.js';
import type { OperationName } from '../conformant-service/traits.js';
import { type Gate, opener } from './gates.js';
import { type Operator, operations, type Place, type Variant } from './mutation.js';

// Operators on limits: who is counted, when requests are refused, and what comes after.

type ChargeChange = (limits: LimitState, call: Call, usual: (call: Call) => LimitState) => LimitState;

/** Changes what a request costs and whether it is refused; `create` makes the memory of one service. */
function charging(operation: OperationName | undefined, create: () => ChargeChange): Variant['changes'] {
  return (gate: Gate): Changes => ({
    charge: (usual) => {
      const isOpen = opener(gate);
      const change = create();
      return (call) => {
        const isHere = operation === undefined || call.operation === operation;
        return isHere && isOpen(call) ? change(usual(call), call, usual) : usual(call);
      };
    },
  });
}

/** Where somebody may go on at the limit, or is refused before it. */
const enforcement: Readonly<Record<string, () => ChargeChange>> = {
  never: () => (limits) => ({ ...limits, isExceeded: false }),
  ...Object.fromEntries(
    [1, 2, 5].map((more) => [
      `${more} late`,
      () => {
        let over = 0;
        return (limits: LimitState) => {
          over = limits.isExceeded ? over + 1 : 0;
          return { ...limits, isExceeded: over > more };
        };
      },
    ]),
  ),
  ...Object.fromEntries(
    [1, 5, 20].map((early) => [
      `${early} early`,
      () => (limits: LimitState) => ({ ...limits, isExceeded: limits.isExceeded || limits.remaining < early }),
    ]),
  ),
  'in a burst': () => {
    let times: number[] = [];
    return (limits, { nowMs }) => {
      times = [...times.filter((ms) => nowMs - ms < 1_000), nowMs];
      return { ...limits, isExceeded: limits.isExceeded || times.length > 8 };
    };
  },
};

/** What is counted, and what Remaining shows. */
const counting: Readonly<Record<string, () => ChargeChange>> = {
  'not at all':
    () =>
    (limits, { state }) =>
      limits.isExceeded ? limits : { ...limits, ...state.counter.giveBack() },
  twice: () => (limits, call, usual) => (limits.isExceeded ? limits : usual(call)),
  'but shown late': () => (limits) => ({ ...limits, remaining: Math.min(limits.limit, limits.remaining + 1) }),
  'but shown later': () => (limits) => ({ ...limits, remaining: Math.min(limits.limit, limits.remaining + 5) }),
  'but shown as before': () => {
    let shown: number | undefined;
    return (limits) => {
      shown ??= limits.remaining;
      return { ...limits, remaining: shown };
    };
  },
  'but shown in tens': () => (limits) => ({ ...limits, remaining: Math.floor(limits.remaining / 10) * 10 }),
  'but shown rising': () => (limits) => ({ ...limits, remaining: limits.limit - limits.remaining }),
};

/** What the next window is like. */
const recovery: Readonly<Record<string, () => ChargeChange>> = {
  ...Object.fromEntries(
    [20, 120].map((seconds) => [
      `${seconds} seconds late`,
      () => {
        let closedUntilMs = 0;
        return (limits: LimitState, { nowMs }: Call) => {
          if (limits.isExceeded && closedUntilMs < limits.resetMs) closedUntilMs = limits.resetMs + seconds * 1_000;
          if (limits.isExceeded || nowMs >= closedUntilMs) return limits;
          return { ...limits, remaining: 0, resetMs: nowMs + 30_000, retryAtMs: nowMs + 30_000, isExceeded: true };
        };
      },
    ]),
  ),
  'with half of the requests': () => {
    let reset: number | undefined;
    return (limits, { state }) => {
      const isNew = reset !== undefined && limits.resetMs > reset;
      reset = Math.max(reset ?? 0, limits.resetMs);
      const half = isNew ? limits.limit >> 1 : 0;
      state.counter.minute.used += half;
      return { ...limits, remaining: Math.max(0, limits.remaining - half) };
    };
  },
  'with a smaller Limit': () => {
    let first: number | undefined;
    return (limits) => {
      first ??= limits.resetMs;
      if (limits.resetMs === first) return limits;
      return { ...limits, limit: limits.limit >> 1, remaining: Math.min(limits.remaining, limits.limit >> 1) };
    };
  },
  'with the old Reset': () => {
    let first: number | undefined;
    return (limits) => {
      first ??= limits.resetMs;
      return { ...limits, resetMs: first };
    };
  },
  'with nothing left': () => {
    let wasExceeded = false;
    return (limits) => {
      wasExceeded ||= limits.isExceeded;
      return wasExceeded && !limits.isExceeded ? { ...limits, remaining: 0 } : limits;
    };
  },
};

function placesOf(what: string, table: Readonly<Record<string, () => ChargeChange>>): Place[] {
  return [undefined, ...operations].map((operation) => ({
    name: `${what} of ${operation ?? 'every operation'}`,
    hasPet: false,
    variants: Object.entries(table).map(([name, create]) => ({ name, changes: charging(operation, create) })),
  }));
}

/** Operators on limits by name. */
export const limitOperators: readonly Operator[] = [
  { name: 'limit enforced', places: placesOf('enforcement', enforcement) },
  { name: 'request counted', places: placesOf('counting', counting) },
  {
    name: 'window recovers',
    needsNextWindow: true,
    places: [
      {
        name: 'recovery of every operation',
        hasPet: false,
        variants: Object.entries(recovery).map(([name, create]) => ({ name, changes: charging(undefined, create) })),
      },
    ],
  },
];
