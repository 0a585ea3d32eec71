import { expect, it } from 'vitest';
import { dayBudget, nextRoomMs, perDayOf, shortestIntervalMs } from './day-budget.js';
import { runLine } from './run-line-for-tests.js';

const NOON_MS = Date.UTC(2026, 10, 21, 12);
const HOUR_MS = 3_600_000;

it('leaves the reserve of the day to other clients', () => {
  expect(dayBudget(1_000, 0.2, 15)).toEqual({ requests: 800, perRun: 15 });
  expect(dayBudget(undefined, 0.2, 15).requests).toBe(Number.POSITIVE_INFINITY);
});

it('spreads runs over the day so that all of them fit', () => {
  expect(shortestIntervalMs({ requests: 800, perRun: 15 })).toBe(1_620_000);
  expect(shortestIntervalMs({ requests: Number.POSITIVE_INFINITY, perRun: 15 })).toBe(0);
});

it('starts a run at once if the last 24 hours left room', () => {
  const runs = [runLine({ endedAt: '2026-11-21T11:00:00.000Z', requests: 785 })];
  expect(nextRoomMs(runs, { requests: 800, perRun: 15 }, NOON_MS)).toBe(NOON_MS);
});

it('waits until enough of the earlier requests are a day old', () => {
  const runs = [
    runLine({ endedAt: '2026-11-20T14:00:00.000Z', requests: 10 }),
    runLine({ endedAt: '2026-11-20T15:00:00.000Z', requests: 10 }),
    runLine({ endedAt: '2026-11-21T11:00:00.000Z', requests: 770 }),
  ];
  expect(nextRoomMs(runs, { requests: 800, perRun: 30 }, NOON_MS)).toBe(NOON_MS + 3 * HOUR_MS);
});

it('a run that exceeds the whole budget is the only one of its day', () => {
  const runs = [runLine({ endedAt: '2026-11-21T11:00:00.000Z', requests: 900 })];
  expect(nextRoomMs(runs, { requests: 800, perRun: 900 }, NOON_MS)).toBe(NOON_MS + 23 * HOUR_MS);
});

it('finds the daily limit of a plan that was given or learned', () => {
  const learned = (plan: 'pro' | 'enterprise' | null, perDay: number | null) => ({
    limit: { plan, perMinute: 300, perDay, confidence: 'certain' as const, exchanges: [1] },
  });
  expect(perDayOf('free', undefined)).toBe(1_000);
  expect(perDayOf(undefined, learned('pro', null))).toBe(10_000);
  expect(perDayOf('enterprise', learned('enterprise', 90_000))).toBe(90_000);
  expect(perDayOf('enterprise', learned('enterprise', null))).toBeUndefined();
  expect(perDayOf(undefined, undefined)).toBeUndefined();
});
