import type { Profile } from '../../src/fidelity/profile/profile.js';
import { type PlanName, plans } from '../../src/spec/plans.js';
import type { RunLine } from './run-line.js';

const DAY_MS = 86_400_000;

/** The number of requests that repeated runs may send in a day. */
export interface DayBudget {
  /** Requests in any 24 hours: those of the plan minus the reserve. Infinite if the plan is unknown. */
  readonly requests: number;
  /** Requests that one run is expected to send. */
  readonly perRun: number;
}

/** Returns how many requests a plan allows in a day (§8); undefined if unknown. */
export function perDayOf(plan: PlanName | undefined, known: Pick<Profile, 'limit'> | undefined): number | undefined {
  const limits = plan === undefined ? undefined : plans[plan];
  if (limits !== undefined && limits !== 'custom') return limits.perDay;
  const learned = known?.limit;
  if (learned?.perDay) return learned.perDay;
  const byName = learned?.plan ? plans[learned.plan] : undefined;
  return byName === undefined || byName === 'custom' ? undefined : byName.perDay;
}

/** Returns the budget of a day; `reserve` is the share, from 0 to 1, for other users of the key. */
export function dayBudget(perDay: number | undefined, reserve: number, perRun: number): DayBudget {
  const requests = perDay === undefined ? Number.POSITIVE_INFINITY : Math.floor(perDay * (1 - reserve));
  return { requests, perRun };
}

/** Returns the shortest time between the starts of two runs for which a day's runs fit into the budget. */
export function shortestIntervalMs({ requests, perRun }: DayBudget): number {
  return Math.ceil((DAY_MS * perRun) / requests);
}

/** Returns the first moment, from now on, at which another run fits into the budget of the preceding 24 hours. */
export function nextRoomMs(runs: readonly RunLine[], { requests, perRun }: DayBudget, nowMs: number): number {
  const spent = runs.map(({ endedAt, requests: sent }) => ({ untilMs: Date.parse(endedAt) + DAY_MS, sent }));
  const ends = spent.map(({ untilMs }) => untilMs).filter((ms) => ms > nowMs);
  const isRoomAt = (ms: number) =>
    spent.reduce((sum, { untilMs, sent }) => (untilMs > ms ? sum + sent : sum), 0) + perRun <= requests;
  // A run that is larger than the whole budget is the only one in its day.
  return [nowMs, ...ends.sort((a, b) => a - b)].find(isRoomAt) ?? Math.max(nowMs, ...ends);
}
