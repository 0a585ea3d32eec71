import type { Behaviour } from '../../src/spec/behaviour.js';
import { type PlanLimits, type PlanName, plans } from '../../src/spec/plans.js';
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
  readonly isRevoked: boolean;
  readonly expiresAtMs: number | undefined;
  readonly minute: QuotaWindow;
  readonly day: QuotaWindow;
  ban: { readonly fromMs: number; readonly untilMs: number } | undefined;
}

export function createAccount(
  identity: Pick<Account, 'alias' | 'plan' | 'isRevoked' | 'expiresAtMs'>,
  windowStart: Behaviour['window-start'],
): Account {
  const window = (lengthMs: number) =>
    windowStart === 'sliding' ? createSlidingWindow(lengthMs) : createFixedWindow(lengthMs, windowStart);
  return { ...identity, minute: window(MINUTE_MS), day: window(DAY_MS), ban: undefined };
}

/** Requests that an account may send per minute and per day (§8). */
export function limitsOf(account: Account, behaviour: Behaviour): PlanLimits {
  const limits = plans[account.plan];
  return limits === 'custom' ? behaviour['enterprise-limits'] : limits;
}
