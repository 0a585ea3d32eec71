/** What one answer tells of the limits. */
export interface LimitState {
  readonly limit: number;
  readonly remaining: number;
  readonly resetMs: number;
  readonly isExceeded: boolean;
}

export interface PlanQuota {
  readonly perMinute: number;
  readonly perDay: number;
}

export interface Window {
  readonly limit: number;
  readonly lengthMs: number;
  startMs: number;
  used: number;
}

export interface Windows {
  readonly minute: Window;
  readonly day: Window;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export function openWindows({ perMinute, perDay }: PlanQuota): Windows {
  return {
    minute: { limit: perMinute, lengthMs: MINUTE_MS, startMs: Number.NEGATIVE_INFINITY, used: 0 },
    day: { limit: perDay, lengthMs: DAY_MS, startMs: Number.NEGATIVE_INFINITY, used: 0 },
  };
}

/** Takes one request from both windows, which begin at the first request in them; tells of the one with fewer left. */
export function takeOne({ minute, day }: Windows, nowMs: number): LimitState {
  for (const window of [minute, day]) {
    if (nowMs >= window.startMs + window.lengthMs) Object.assign(window, { startMs: nowMs, used: 0 });
  }
  const isExceeded = minute.used >= minute.limit || day.used >= day.limit;
  if (!isExceeded) {
    minute.used++;
    day.used++;
  }
  return stateOf(left(minute) <= left(day) ? minute : day, isExceeded);
}

export function stateOf(window: Window, isExceeded: boolean): LimitState {
  const { limit, startMs, lengthMs } = window;
  return { limit, remaining: left(window), resetMs: startMs + lengthMs, isExceeded };
}

function left({ limit, used }: Window): number {
  return Math.max(0, limit - used);
}
