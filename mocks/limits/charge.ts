import { errorCatalogue } from '../../src/spec/error-catalogue.js';
import type { Call } from '../call.js';
import { type Refusal, refuse } from '../outcomes/refusal.js';
import { type Account, banAccount, limitsOf } from './account.js';
import { banned } from './banned.js';
import { isRateLimited } from './is-rate-limited.js';

/** Counts one request of an account; answers the refusal when its quota has none left. */
export function charge(call: Call, account: Account): Refusal | undefined {
  if (!isRateLimited(call)) return undefined;
  const { nowMs } = call;
  const { perMinute, perDay } = limitsOf(account, call.world.behaviour);
  const isMinuteSpent = account.minute.used(nowMs) >= perMinute;
  const isDaySpent = account.day.used(nowMs) >= perDay;
  if (!isMinuteSpent && !isDaySpent) {
    spend(call, account);
    return undefined;
  }

  const spent = isDaySpent
    ? { window: account.day, limit: `${perDay} requests per day` }
    : { window: account.minute, limit: `${perMinute} requests per minute` };
  call.assumed.add('refused-requests-count');
  const refusals = spent.window.refuse(nowMs);
  if (call.world.behaviour['refused-requests-count']['429']) spend(call, account);
  return ban(call, account, refusals) ?? limited(spent.limit, spent.window.resetsAtMs(nowMs));
}

/**
 * Bans a key at every so many refusals within one window (§8.4, open question `ban-threshold`). The refusal that leads to
 * the ban is still a 429 (§8.3) and already tells the ban's end, so that a client which waits as told is not found banned.
 */
function ban(call: Call, account: Account, refusals: number): Refusal | undefined {
  const { 'ban-threshold': threshold, 'ban-duration-seconds': seconds } = call.world.behaviour;
  if (account.alias === undefined || threshold === 'never' || refusals % threshold !== 0) return undefined;
  const untilMs = banAccount(account, call.nowMs, seconds * 1000);
  return { ...banned(call, untilMs), status: errorCatalogue.rate_limit_exceeded.status };
}

function limited(limit: string, retryAtMs: number): Refusal {
  const message = `The limit of ${limit} is reached. Wait as Retry-After says; sending on may lead to a ban.`;
  return refuse('rate_limit_exceeded', message, { retryAtMs, assumed: ['retry-after-format', 'ban-threshold'] });
}

function spend(call: Call, account: Account): void {
  const { perMinute, perDay } = limitsOf(account, call.world.behaviour);
  account.minute.spend(call.nowMs, perMinute);
  account.day.spend(call.nowMs, perDay);
  call.isCounted = true;
}
