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
  state: QuotaWindowState | undefined,
): QuotaWindow {
  const isSliding = state !== undefined && 'stamps' in state;
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

/** Its state is of its own kind. */
interface FixedWindow extends QuotaWindow {
  state(): FixedWindowState | undefined;
}

/** What a window of fixed length has counted; `startMs` is missing while it has not begun. */
export interface FixedWindowState {
  readonly startMs?: number;
  readonly spent: number;
  readonly rejected: number;
}

/** What a window has counted. A sliding one knows the moment of each request. */
export type QuotaWindowState = FixedWindowState | SlidingWindowState;

interface SlidingWindowState {
  readonly stamps: readonly number[];
  /** How many requests each stamp stands for; default 1. */
  readonly counts?: readonly number[];
  readonly rejections?: FixedWindowState;
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
export function createFixedWindow(
  lengthMs: number,
  start: 'first-request' | 'calendar',
  state: FixedWindowState = { spent: 0, rejected: 0 },
): FixedWindow {
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
export function createSlidingWindow(lengthMs: number, state: SlidingWindowState = { stamps: [] }): QuotaWindow {
  const moments = new Moments(state);
  /** Rejected requests are counted in a window of their own, which begins at the first of them. */
  const rejections: FixedWindow = createFixedWindow(lengthMs, 'first-request', state.rejections);

  /** Returns the place of the first moment that counts. None does if a clock set back has not reached the last one yet. */
  const firstCurrent = (nowMs: number) => {
    const { stamps } = moments;
    if ((stamps.at(-1) ?? 0) > nowMs) return stamps.length;
    const first = stamps.findIndex((stamp) => stamp > nowMs - lengthMs);
    return first === -1 ? stamps.length : first;
  };

  return {
    used: (nowMs) => moments.requestsFrom(firstCurrent(nowMs)),
    resetsAtMs: (nowMs) => (moments.stamps[firstCurrent(nowMs)] ?? nowMs) + lengthMs,
    spend(nowMs, limit) {
      moments.keep(firstCurrent(nowMs));
      moments.add(nowMs, 1);
      if (moments.requests > limit) moments.takeFrom(0);
    },
    setUsed(nowMs, used) {
      moments.keep(firstCurrent(nowMs));
      // The oldest stay, so that the moment at which quota comes back stays too.
      moments.keepRequests(used, nowMs);
    },
    refund: () => moments.takeFrom(moments.stamps.length - 1),
    countRejected: rejections.countRejected,
    state() {
      const rejected = rejections.state();
      if (moments.requests === 0 && rejected === undefined) return undefined;
      return { ...moments.state(), ...(rejected && { rejections: rejected }) };
    },
  };
}

/** The moments of requests, oldest first. Those of one moment are counted, however many. */
class Moments {
  #stamps: number[];
  #counts: number[];
  #requests: number;

  constructor({ stamps, counts = [] }: SlidingWindowState) {
    this.#stamps = [...stamps];
    this.#counts = stamps.map((_, index) => counts[index] ?? 1);
    this.#requests = sumOf(this.#counts);
  }

  get stamps(): readonly number[] {
    return this.#stamps;
  }

  get requests(): number {
    return this.#requests;
  }

  requestsFrom(place: number): number {
    return this.#requests - sumOf(this.#counts.slice(0, place));
  }

  add(nowMs: number, requests: number): void {
    this.#requests += requests;
    const last = this.#stamps.length - 1;
    if (this.#stamps[last] === nowMs) {
      this.#counts[last] = (this.#counts[last] ?? 0) + requests;
      return;
    }
    this.#stamps.push(nowMs);
    this.#counts.push(requests);
  }

  /** Takes one request from the first or the last place. */
  takeFrom(place: number): void {
    const count = this.#counts[place];
    if (count === undefined) return;
    this.#requests--;
    this.#counts[place] = count - 1;
    if (count > 1) return;
    this.#stamps.splice(place, 1);
    this.#counts.splice(place, 1);
  }

  keep(from: number, to = this.#stamps.length): void {
    if (from === 0 && to === this.#stamps.length) return;
    this.#stamps = this.#stamps.slice(from, to);
    this.#counts = this.#counts.slice(from, to);
    this.#requests = sumOf(this.#counts);
  }

  /** Keeps the oldest requests, so many; missing ones are of this moment. */
  keepRequests(requests: number, nowMs: number): void {
    let kept = 0;
    let place = 0;
    for (; kept + (this.#counts[place] ?? Number.POSITIVE_INFINITY) <= requests; place++)
      kept += this.#counts[place] ?? 0;
    const next = this.#stamps[place] ?? nowMs;
    this.keep(0, place);
    if (kept < requests) this.add(next, requests - kept);
  }

  state(): Pick<SlidingWindowState, 'stamps' | 'counts'> {
    const isCounted = this.#requests > this.#stamps.length;
    return { stamps: [...this.#stamps], ...(isCounted && { counts: [...this.#counts] }) };
  }
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
