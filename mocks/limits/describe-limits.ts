import type { Behaviour } from '../../src/spec/behaviour.js';
import type { RateLimitState } from '../../src/spec/rate-limit-headers.js';
import { type Account, limitsOf } from './account.js';
import { type WindowState, windowState } from './window-state.js';

/** Computes what the rate-limit headers of an answer say (§8.2, open question `described-window`). */
export function describeLimits(account: Account, behaviour: Behaviour, nowMs: number): RateLimitState {
  const { limit, remaining, resetsAtMs } = describedWindow(account, behaviour, nowMs);
  return { limit, remaining, resetSeconds: Math.ceil(resetsAtMs / 1000) };
}

function describedWindow(account: Account, behaviour: Behaviour, nowMs: number): WindowState {
  const { perMinute, perDay } = limitsOf(account, behaviour);
  const described = behaviour['described-window'];
  if (described === 'minute') return windowState(account.minute, perMinute, nowMs);
  if (described === 'day') return windowState(account.day, perDay, nowMs);
  const minute = windowState(account.minute, perMinute, nowMs);
  const day = windowState(account.day, perDay, nowMs);
  return day.remaining < minute.remaining ? day : minute;
}
