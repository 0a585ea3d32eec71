import type { Behaviour } from '../../src/service/behaviour.js';
import { type PlanLimits, type PlanName, plans } from '../../src/service/plans.js';
import {
  formatRateLimitFields,
  formatRateLimitHeaders,
  type WindowState,
} from '../../src/service/rate-limit-headers.js';
import { LAST_MOMENT_MS } from '../clock.js';

export type { WindowState };

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

/** What an account has used, and its ban; nothing that is undefined. */
export interface Usage {
  readonly minute?: QuotaWindowState;
  readonly day?: QuotaWindowState;
  readonly ban?: NonNullable<Account['ban']>;
}

/** Creates an account, unused by default. */
export function createAccount(
  { alias, plan, isRevoked, expiresAtMs }: Identity,
  windowStart: Behaviour['window-start'],
  { minute, day, ban }: Usage = {},
): Account {
  return {
    alias,
    plan,
    isRevoked,
    expiresAtMs,
    minute: openWindow(MINUTE_MS, windowStart, minute),
    day: openWindow(DAY_MS, windowStart, day),
    ban,
  };
}

/** A state of the other kind of window counts for nothing. */
function openWindow(
  lengthMs: number,
  start: Behaviour['window-start'],
  state: QuotaWindowState = NOTHING,
): QuotaWindow {
  const isSliding = 'moments' in state;
  if (start === 'sliding') return createSlidingWindow(lengthMs, isSliding ? state : undefined);
  return createFixedWindow(lengthMs, start, isSliding ? undefined : state);
}

/** Returns what an account has used. */
export function usageOf({ minute, day, ban }: Account): Usage {
  const [inMinute, inDay] = [minute.state(), day.state()];
  return { ...(inMinute && { minute: inMinute }), ...(inDay && { day: inDay }), ...(ban && { ban }) };
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

/** Requests that an account may send per minute and per day (§8). */
export function limitsOf(account: Account, behaviour: Behaviour): PlanLimits {
  const limits = plans[account.plan];
  return limits === 'custom' ? behaviour['enterprise-limits'] : limits;
}

const NOTHING: FixedWindowState = { spent: 0, rejected: 0 };

/** Counts the requests of one account in one window: a minute or a day (§8). Reading changes nothing. */
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
  /** Returns what it has counted; undefined if that is nothing. */
  state(): QuotaWindowState | undefined;
}

/** What a window of fixed length has counted; `startMs` is missing while it has not begun. */
export interface FixedWindowState {
  readonly startMs?: number;
  readonly spent: number;
  readonly rejected: number;
}

/** What a window that ends now has counted: the requests of each moment, oldest first. */
interface SlidingWindowState {
  readonly moments: readonly Readonly<Moment>[];
  readonly rejections?: FixedWindowState;
}

interface Moment {
  readonly atMs: number;
  count: number;
}

type QuotaWindowState = FixedWindowState | SlidingWindowState;

/** Returns both windows of an account. */
export function windowsOf(account: Account, behaviour: Behaviour, nowMs: number) {
  const { perMinute, perDay } = limitsOf(account, behaviour);
  return { minute: windowState(account.minute, perMinute, nowMs), day: windowState(account.day, perDay, nowMs) };
}

export function windowState(window: QuotaWindow, limit: number, nowMs: number): WindowState {
  return { limit, remaining: Math.max(0, limit - window.used(nowMs)), resetsAtMs: window.resetsAtMs(nowMs) };
}

/**
 * Returns the headers that describe the limits of an account (§8.2, open questions `described-window` and `rate-limit-fields`).
 * `remaining` replaces the requests that are left.
 */
export function limitHeaders(
  account: Account,
  behaviour: Behaviour,
  nowMs: number,
  remaining?: number,
): Record<string, string> {
  const windows = windowsOf(account, behaviour, nowMs);
  // Whichever window describes a key: what 401 responses show is a question of its own.
  const choice = account.alias === undefined ? 'fewest-remaining' : behaviour['described-window'];
  const fewest = windows.day.remaining < windows.minute.remaining ? 'day' : 'minute';
  const name = choice === 'fewest-remaining' ? fewest : choice;
  if (remaining !== undefined) windows[name] = { ...windows[name], remaining };
  const { limit, remaining: left, resetsAtMs } = windows[name];
  const headers = formatRateLimitHeaders({ limit, remaining: left, resetSeconds: Math.ceil(resetsAtMs / 1000) });
  const choiceOfFields = behaviour['rate-limit-fields'];
  if (choiceOfFields === 'x') return headers;
  return { ...headers, ...formatRateLimitFields(choiceOfFields, windows, name, nowMs) };
}

/** A window of fixed length that begins at its first request, or with the calendar minute or UTC day (open question `window-start`). */
export function createFixedWindow(
  lengthMs: number,
  start: 'first-request' | 'calendar',
  state: FixedWindowState = NOTHING,
): QuotaWindow {
  let { startMs, spent, rejected } = state;

  /** Returns when the window began; undefined if it is over, or if a clock set back has not reached it yet. */
  const currentStart = (nowMs: number) =>
    startMs !== undefined && nowMs >= startMs && nowMs < startMs + lengthMs ? startMs : undefined;
  const startAt = (nowMs: number) => (start === 'calendar' ? Math.floor(nowMs / lengthMs) * lengthMs : nowMs);
  const open = (nowMs: number) => {
    if (currentStart(nowMs) !== undefined) return;
    startMs = startAt(nowMs);
    spent = 0;
    rejected = 0;
  };

  return {
    used: (nowMs) => (currentStart(nowMs) === undefined ? 0 : spent),
    resetsAtMs: (nowMs) => (currentStart(nowMs) ?? startAt(nowMs)) + lengthMs,
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
    state() {
      return startMs === undefined ? undefined : { startMs, spent, rejected };
    },
  };
}

/** A window that ends now: quota returns one request at a time. */
export function createSlidingWindow(lengthMs: number, state: SlidingWindowState = { moments: [] }): QuotaWindow {
  // Oldest first.
  const moments = state.moments.map((each) => ({ ...each }));
  let total = countOf(moments);
  /** Rejected requests are counted in a window of their own, which begins at the first of them. */
  const rejections = createFixedWindow(lengthMs, 'first-request', state.rejections);

  /** Returns the place of the first moment that counts. None does if a clock set back has not reached the last one yet. */
  const firstCurrent = (nowMs: number) => {
    if ((moments.at(-1)?.atMs ?? 0) > nowMs) return moments.length;
    const first = moments.findIndex(({ atMs }) => atMs > nowMs - lengthMs);
    return first === -1 ? moments.length : first;
  };
  const forget = (nowMs: number) => {
    total -= countOf(moments.splice(0, firstCurrent(nowMs)));
  };
  const add = (atMs: number, count: number) => {
    const last = moments.at(-1);
    if (last?.atMs === atMs) last.count += count;
    else moments.push({ atMs, count });
    total += count;
  };
  /** Takes requests from the first or the last moment, at most all of it. */
  const take = (place: 0 | -1, wanted: number) => {
    const moment = moments.at(place);
    if (moment === undefined) return;
    const count = Math.min(wanted, moment.count);
    moment.count -= count;
    total -= count;
    if (moment.count === 0) moments.splice(place, 1);
  };

  return {
    used: (nowMs) => total - countOf(moments.slice(0, firstCurrent(nowMs))),
    resetsAtMs: (nowMs) => (moments[firstCurrent(nowMs)]?.atMs ?? nowMs) + lengthMs,
    spend(nowMs, limit) {
      forget(nowMs);
      add(nowMs, 1);
      if (total > limit) take(0, 1);
    },
    setUsed(nowMs, used) {
      forget(nowMs);
      // The oldest stay, so that the moment at which quota comes back stays too.
      while (total > used) take(-1, total - used);
      if (total < used) add(nowMs, used - total);
    },
    refund: () => take(-1, 1),
    countRejected: rejections.countRejected,
    state() {
      const rejected = rejections.state() as FixedWindowState | undefined;
      if (total === 0 && rejected === undefined) return undefined;
      return { moments: moments.map((each) => ({ ...each })), ...(rejected && { rejections: rejected }) };
    },
  };
}

function countOf(moments: readonly Readonly<Moment>[]): number {
  return moments.reduce((sum, { count }) => sum + count, 0);
}
