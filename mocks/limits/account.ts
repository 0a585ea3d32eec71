import type { Behaviour } from '../../src/spec/behaviour.js';
import { type PlanLimits, type PlanName, plans } from '../../src/spec/plans.js';
import { LAST_MOMENT_MS } from '../clock.js';
import { createFixedWindow } from './fixed-window.js';
import type { QuotaWindow } from './quota-window.js';
import { createSlidingWindow } from './sliding-window.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** What a caller may still do: the owner of an API key, or, where the behaviour says so, an address that sends no valid key. */
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

/** How a key stands at a moment. A ban that is over, or that a clock set back has not reached yet, is none. */
export type KeyStanding = 'valid' | 'banned' | 'revoked' | 'expired';

export function standingOf(account: Account, nowMs: number): KeyStanding {
  if (account.isRevoked) return 'revoked';
  if (account.expiresAtMs !== undefined && nowMs >= account.expiresAtMs) return 'expired';
  return activeBan(account, nowMs) === undefined ? 'valid' : 'banned';
}

/** Tells whether a key is let in at a moment; one that is banned still is a good key. */
export function isGood(account: Account, nowMs: number): boolean {
  const standing = standingOf(account, nowMs);
  return standing === 'valid' || standing === 'banned';
}

/** Answers the ban that holds at a moment (§8.4). */
export function activeBan({ ban }: Account, nowMs: number): Account['ban'] {
  return ban !== undefined && nowMs >= ban.fromMs && nowMs < ban.untilMs ? ban : undefined;
}

/** What an account is apart from what it has used. */
export type Identity = Pick<Account, 'alias' | 'plan' | 'isRevoked' | 'expiresAtMs'>;

export function createAccount(
  { alias, plan, isRevoked, expiresAtMs }: Identity,
  windowStart: Behaviour['window-start'],
): Account {
  const window = (lengthMs: number) =>
    windowStart === 'sliding' ? createSlidingWindow(lengthMs) : createFixedWindow(lengthMs, windowStart);
  return { alias, plan, isRevoked, expiresAtMs, minute: window(MINUTE_MS), day: window(DAY_MS), ban: undefined };
}

/** Bans an account from a moment on, and answers when that ends: with the calendar at the latest. */
export function banAccount(account: Account, fromMs: number, durationMs: number): number {
  const untilMs = Math.min(fromMs + durationMs, LAST_MOMENT_MS);
  account.ban = { fromMs, untilMs };
  return untilMs;
}

/** Answers when a lifetime that begins at a moment ends: with the calendar at the latest. Undefined: never. */
export function expiryOf(fromMs: number, lifetimeMs: number | undefined): number | undefined {
  return lifetimeMs === undefined ? undefined : Math.min(fromMs + lifetimeMs, LAST_MOMENT_MS);
}

/** Remembers what an account has used, its ban and whether it is revoked; calling what it answers puts that back, as often as one likes. */
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
