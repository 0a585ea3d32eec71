import type { Behaviour } from '../../src/spec/behaviour.js';
import { type PlanLimits, type PlanName, plans } from '../../src/spec/plans.js';
import { LAST_MOMENT_MS } from '../clock.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The quotas of an API key or, if the behaviour says so, of an address that sends no valid key. */
export interface Account {
  /** The key's pseudonym, such as `key#1`; undefined for an address. */
  readonly alias: string | undefined;
  readonly plan: PlanName;
  isRevoked: boolean;
  readonly expiresAtMs: number | undefined;
  readonly minute: QuotaWindow;
  readonly day: QuotaWindow;
  ban: { readonly fromMs: number; readonly untilMs: number } | undefined;
}

/** The state of a key at a moment. A ban that is over, or that a clock set back has not reached yet, does not count. */
export type KeyStanding = 'valid' | 'banned' | 'revoked' | 'expired';

export function standingOf(account: Account, nowMs: number): KeyStanding {
  if (account.isRevoked) return 'revoked';
  if (account.expiresAtMs !== undefined && nowMs >= account.expiresAtMs) return 'expired';
  return activeBan(account, nowMs) === undefined ? 'valid' : 'banned';
}

/** Returns whether a key is valid at a moment; a banned key is still valid. */
export function isGood(account: Account, nowMs: number): boolean {
  const standing = standingOf(account, nowMs);
  return standing === 'valid' || standing === 'banned';
}

/** Returns the ban that holds at a moment (§8.4). */
export function activeBan({ ban }: Account, nowMs: number): Account['ban'] {
  return ban !== undefined && nowMs >= ban.fromMs && nowMs < ban.untilMs ? ban : undefined;
}

/** An account without its usage. */
export type Identity = Pick<Account, 'alias' | 'plan' | 'isRevoked' | 'expiresAtMs'>;

export function createAccount(
  { alias, plan, isRevoked, expiresAtMs }: Identity,
  windowStart: Behaviour['window-start'],
): Account {
  const window = (lengthMs: number) =>
    windowStart === 'sliding' ? createSlidingWindow(lengthMs) : createFixedWindow(lengthMs, windowStart);
  return { alias, plan, isRevoked, expiresAtMs, minute: window(MINUTE_MS), day: window(DAY_MS), ban: undefined };
}

/** Bans an account from a moment on. Returns the end of the ban, which is within the supported dates. */
export function banAccount(account: Account, fromMs: number, durationMs: number): number {
  const untilMs = Math.min(fromMs + durationMs, LAST_MOMENT_MS);
  account.ban = { fromMs, untilMs };
  return untilMs;
}

/** Returns the end of a lifetime that begins at a moment, within the supported dates. Undefined: never. */
export function expiryOf(fromMs: number, lifetimeMs: number | undefined): number | undefined {
  return lifetimeMs === undefined ? undefined : Math.min(fromMs + lifetimeMs, LAST_MOMENT_MS);
}

/** Saves the usage, ban and revocation of an account. Returns a function that restores them, any number of times. */
export function saveAccount(account: Account): () => void {
  const { isRevoked, ban } = account;
  const putMinuteBack = account.minute.save();
  const putDayBack = account.day.save();
  return () => {
    account.isRevoked = isRevoked;
    account.ban = ban;
    putMinuteBack();
    putDayBack();
  };
}

/** Requests that an account may send per minute and per day (§8). */
export function limitsOf(account: Account, behaviour: Behaviour): PlanLimits {
  const limits = plans[account.plan];
  return limits === 'custom' ? behaviour['enterprise-limits'] : limits;
}

/** Counts the requests of one account in one window: a minute or a day (§8). */
export interface QuotaWindow {
  used(nowMs: number): number;
  /** The moment at which the quota resets. */
  resetsAtMs(nowMs: number): number;
  /** Counts one request. `limit` bounds what a sliding window has to remember. */
  spend(nowMs: number, limit: number): void;
  /** Sets the number of counted requests; a window that has not begun begins now. Rejected requests stay counted. */
  setUsed(nowMs: number, used: number): void;
  /** Uncounts the last request. */
  refund(): void;
  /** Counts one rejected request. Returns how many there were in this window. */
  countRejected(nowMs: number): number;
  /** Saves the state. Returns a function that restores it, any number of times. */
  save(): () => void;
}

/** One window of a key's quota (§8). */
export interface WindowState {
  readonly limit: number;
  readonly remaining: number;
  /** When the window resets, in milliseconds since the epoch, by the fake's clock. */
  readonly resetsAtMs: number;
}

/** Returns both windows of an account. */
export function windowsOf(account: Account, behaviour: Behaviour, nowMs: number) {
  const { perMinute, perDay } = limitsOf(account, behaviour);
  return { minute: windowState(account.minute, perMinute, nowMs), day: windowState(account.day, perDay, nowMs) };
}

export function windowState(window: QuotaWindow, limit: number, nowMs: number): WindowState {
  return { limit, remaining: Math.max(0, limit - window.used(nowMs)), resetsAtMs: window.resetsAtMs(nowMs) };
}

/** A window of fixed length that begins at its first request, or with the calendar minute or UTC day (open question `window-start`). */
export function createFixedWindow(lengthMs: number, start: 'first-request' | 'calendar'): QuotaWindow {
  let startMs: number | undefined;
  let spent = 0;
  let rejected = 0;

  /** Drops a window that is over, or that a clock set back has not reached yet. */
  const settle = (nowMs: number) => {
    if (startMs === undefined || (nowMs >= startMs && nowMs < startMs + lengthMs)) return;
    startMs = undefined;
    spent = 0;
    rejected = 0;
  };
  const startAt = (nowMs: number) => (start === 'calendar' ? Math.floor(nowMs / lengthMs) * lengthMs : nowMs);
  const open = (nowMs: number) => {
    settle(nowMs);
    startMs ??= startAt(nowMs);
  };

  return {
    used(nowMs) {
      settle(nowMs);
      return spent;
    },
    resetsAtMs(nowMs) {
      settle(nowMs);
      return (startMs ?? startAt(nowMs)) + lengthMs;
    },
    spend(nowMs) {
      open(nowMs);
      spent++;
    },
    setUsed(nowMs, used) {
      open(nowMs);
      spent = used;
    },
    refund() {
      spent = Math.max(0, spent - 1);
    },
    countRejected(nowMs) {
      open(nowMs);
      return ++rejected;
    },
    save() {
      const saved = { startMs, spent, rejected };
      return () => {
        ({ startMs, spent, rejected } = saved);
      };
    },
  };
}

/** A window that ends now: quota returns one request at a time. */
export function createSlidingWindow(lengthMs: number): QuotaWindow {
  let stamps: number[] = [];
  /** Rejected requests are counted in a window of their own, which begins at the first of them. */
  const rejections = createFixedWindow(lengthMs, 'first-request');

  const settle = (nowMs: number) => {
    const last = stamps.at(-1);
    if (last !== undefined && last > nowMs) stamps = [];
    const first = stamps.findIndex((stamp) => stamp > nowMs - lengthMs);
    if (first !== 0) stamps = first === -1 ? [] : stamps.slice(first);
  };

  return {
    used(nowMs) {
      settle(nowMs);
      return stamps.length;
    },
    resetsAtMs(nowMs) {
      settle(nowMs);
      return (stamps[0] ?? nowMs) + lengthMs;
    },
    spend(nowMs, limit) {
      settle(nowMs);
      stamps.push(nowMs);
      if (stamps.length > limit) stamps.shift();
    },
    setUsed(nowMs, used) {
      settle(nowMs);
      // The oldest stay, so that the moment at which quota comes back stays too.
      const kept = stamps.slice(0, used);
      stamps = kept.concat(Array<number>(used - kept.length).fill(nowMs));
    },
    refund() {
      stamps.pop();
    },
    countRejected: rejections.countRejected,
    save() {
      const saved = [...stamps];
      const restoreRejections = rejections.save();
      return () => {
        stamps = [...saved];
        restoreRejections();
      };
    },
  };
}
