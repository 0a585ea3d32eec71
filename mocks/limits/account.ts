import { LAST_MOMENT_MS } from '../../src/json/dates.js';
import type { Behaviour } from '../../src/service/behaviour.js';
import { type PlanLimits, type PlanName, plans } from '../../src/service/plans.js';
import {
  formatRateLimitFields,
  formatRateLimitHeaders,
  type WindowState,
} from '../../src/service/rate-limit-headers.js';

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

export type Identity = Pick<Account, 'alias' | 'plan' | 'isRevoked'> & { readonly expiresAtMs?: number | undefined };

export interface Usage {
  readonly minute?: QuotaWindowState | undefined;
  readonly day?: QuotaWindowState | undefined;
  readonly ban?: Account['ban'];
}

export function createAccount(
  { alias, plan, isRevoked, expiresAtMs }: Identity,
  windowStart: Behaviour['window-start'],
  { minute, day, ban }: Usage = {},
): Account {
  const kinds = typeof windowStart === 'string' ? { minute: windowStart, day: windowStart } : windowStart;
  const windows = {
    minute: new QuotaWindow(MINUTE_MS, kinds.minute, minute),
    day: new QuotaWindow(DAY_MS, kinds.day, day),
  };
  return { alias, plan, isRevoked, expiresAtMs, ...windows, ban };
}

export function usageOf({ minute, day, ban }: Account): Usage {
  return { minute: minute.state(), day: day.state(), ban };
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

export function windowsOf(account: Account, behaviour: Behaviour, nowMs: number) {
  const { perMinute, perDay } = limitsOf(account, behaviour);
  return { minute: windowState(account.minute, perMinute, nowMs), day: windowState(account.day, perDay, nowMs) };
}

export function windowState(window: QuotaWindow, limit: number, nowMs: number): WindowState {
  return { limit, remaining: Math.max(0, limit - window.used(nowMs)), resetsAtMs: window.resetsAtMs(nowMs) };
}

/** Returns the headers of §8.2 for an account. `remaining` replaces the requests that are left. */
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

/** What a window has counted, oldest first; rejected requests from the first one of the window on. */
interface QuotaWindowState {
  readonly moments: readonly Readonly<Moment>[];
  readonly rejections?: Readonly<Moment>;
}

interface Moment {
  readonly atMs: number;
  count: number;
}

type WindowKind = 'first-request' | 'calendar' | 'sliding';

/** Counts the requests of an account in a minute or a day (§8), from the moment that the open question `window-start` says. Reading changes nothing. */
export class QuotaWindow {
  readonly #lengthMs: number;
  readonly #kind: WindowKind;
  /** Oldest first. In a window of fixed length all requests count from its start. */
  readonly #moments: Moment[] = [];
  #total = 0;
  /** Rejected requests count from the start of a fixed window, or from the first of them. */
  #rejections: Moment | undefined;

  constructor(lengthMs: number, kind: WindowKind, { moments, rejections }: Partial<QuotaWindowState> = {}) {
    this.#lengthMs = lengthMs;
    this.#kind = kind;
    for (const { atMs, count } of moments ?? []) this.#add(atMs, count);
    if (rejections !== undefined) this.#rejections = { ...rejections };
  }

  used(nowMs: number): number {
    let used = this.#total;
    for (let place = this.#firstCurrent(nowMs) - 1; place >= 0; place--) used -= (this.#moments[place] as Moment).count;
    return used;
  }

  resetsAtMs(nowMs: number): number {
    return (this.#moments[this.#firstCurrent(nowMs)]?.atMs ?? this.#startAt(nowMs)) + this.#lengthMs;
  }

  /** Counts one request. `limit` bounds what a sliding window has to remember. */
  spend(nowMs: number, limit: number): void {
    this.#open(nowMs, 1);
    if (this.#isSliding && this.#total > limit) this.#take(0, 1);
  }

  /** Sets the number of counted requests; a window that has not begun begins now. Rejected requests stay counted. */
  setUsed(nowMs: number, used: number): void {
    this.#open(nowMs, 0);
    // The oldest stay, so that the moment at which quota comes back stays too.
    while (this.#total > used) this.#take(-1, this.#total - used);
    if (this.#total < used) this.#open(nowMs, used - this.#total);
  }

  refund(): void {
    this.#take(-1, 1);
  }

  countRejected(nowMs: number): number {
    if (!this.#isSliding) this.#open(nowMs, 0);
    const { atMs = nowMs } = (this.#isSliding ? this.#rejections : this.#moments[0]) ?? {};
    const isCurrent = nowMs >= atMs && nowMs < atMs + this.#lengthMs;
    const fromMs = isCurrent ? atMs : nowMs;
    if (this.#rejections?.atMs !== fromMs) this.#rejections = { atMs: fromMs, count: 0 };
    return ++this.#rejections.count;
  }

  state(): QuotaWindowState | undefined {
    const rejections = this.#rejections;
    if (this.#moments.length === 0 && rejections === undefined) return undefined;
    return {
      moments: this.#moments.map((each) => ({ ...each })),
      ...(rejections && { rejections: { ...rejections } }),
    };
  }

  get #isSliding(): boolean {
    return this.#kind === 'sliding';
  }

  #startAt(nowMs: number): number {
    return this.#kind === 'calendar' ? Math.floor(nowMs / this.#lengthMs) * this.#lengthMs : nowMs;
  }

  /** Returns the place of the first moment that counts. None does if a clock set back has not reached the last one yet. */
  #firstCurrent(nowMs: number): number {
    const moments = this.#moments;
    if ((moments.at(-1)?.atMs ?? 0) > nowMs) return moments.length;
    let first = 0;
    while (first < moments.length && (moments[first] as Moment).atMs <= nowMs - this.#lengthMs) first++;
    return first;
  }

  /** Forgets what no longer counts, and counts requests; a fixed window that is over begins again, also with none. */
  #open(nowMs: number, count: number): void {
    const over = this.#firstCurrent(nowMs);
    if (over > 0) for (const gone of this.#moments.splice(0, over)) this.#total -= gone.count;
    if (!this.#isSliding) this.#add(this.#moments[0]?.atMs ?? this.#startAt(nowMs), count);
    else if (count > 0) this.#add(nowMs, count);
  }

  #add(atMs: number, count: number): void {
    const last = this.#moments.at(-1);
    if (last?.atMs === atMs) last.count += count;
    else this.#moments.push({ atMs, count });
    this.#total += count;
  }

  /** Takes requests from the first or the last moment, at most all of it. */
  #take(place: 0 | -1, wanted: number): void {
    const moment = this.#moments.at(place);
    if (moment === undefined) return;
    const count = Math.min(wanted, moment.count);
    moment.count -= count;
    this.#total -= count;
    if (moment.count === 0 && this.#isSliding) this.#moments.splice(place, 1);
  }
}
