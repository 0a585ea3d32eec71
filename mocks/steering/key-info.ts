import type { Behaviour } from '../../src/spec/behaviour.js';
import type { PlanName } from '../../src/spec/plans.js';
import { type Account, activeBan, type KeyStanding, limitsOf, standingOf } from '../limits/account.js';
import type { QuotaWindow } from '../limits/quota-window.js';
import { windowState } from '../limits/window-state.js';

/** One window of a key's quota (§8). */
export interface QuotaInfo {
  readonly limit: number;
  readonly remaining: number;
  /** When the window resets, in milliseconds since the epoch, by the fake's clock; undefined while nothing of it is used. */
  readonly resetsAtMs: number | undefined;
}

/** A key as it may be shown: its text is not in it. Moments in milliseconds since the epoch, by the fake's clock. */
export interface KeyInfo {
  /** Its pseudonym in logs and in the journal, such as `key#1`. */
  readonly alias: string;
  readonly plan: PlanName;
  /** A key that is revoked is not told to be expired or banned, too, and one that is expired not to be banned. */
  readonly state: KeyStanding;
  readonly minute: QuotaInfo;
  readonly day: QuotaInfo;
  /** The ban that holds now (§8.4); undefined where there is none, or it is over. */
  readonly ban: { readonly fromMs: number; readonly untilMs: number } | undefined;
  /** Undefined: it lives for ever. */
  readonly expiresAtMs: number | undefined;
}

/** Tells how a key stands at a moment. */
export function keyInfo(account: Account, behaviour: Behaviour, nowMs: number): KeyInfo {
  const { alias = '', plan, expiresAtMs } = account;
  const { perMinute, perDay } = limitsOf(account, behaviour);
  return {
    alias,
    plan,
    state: standingOf(account, nowMs),
    minute: quotaInfo(account.minute, perMinute, nowMs),
    day: quotaInfo(account.day, perDay, nowMs),
    ban: activeBan(account, nowMs),
    expiresAtMs,
  };
}

function quotaInfo(window: QuotaWindow, limit: number, nowMs: number): QuotaInfo {
  const state = windowState(window, limit, nowMs);
  return window.used(nowMs) === 0 ? { ...state, resetsAtMs: undefined } : state;
}
