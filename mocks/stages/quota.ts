import type { Behaviour } from '../../src/spec/behaviour.js';
import { errorCatalogue } from '../../src/spec/errors.js';
import type { RateLimitState } from '../../src/spec/rate-limit-headers.js';
import { type Account, activeBan, banAccount, limitsOf, type WindowState, windowState } from '../limits/account.js';
import { type ErrorResponse, errorResponse, type RequestContext, type StageResult } from '../request-context.js';

/** Refuses a key for as long as it is banned (§8.4). */
export function rejectBanned(call: RequestContext): ErrorResponse | undefined {
  const ban = call.account && activeBan(call.account, call.nowMs);
  return ban && bannedResponse(call, ban.untilMs);
}

/** Counts the request against the minute and the day of its account, or refuses it with 429 (§8, §8.3). */
export function spendQuota(call: RequestContext): ErrorResponse | undefined {
  return call.account && charge(call, call.account);
}

/** Gives a counted request back when its refusal is not to use quota (open question `refused-requests-count`). */
export function settleQuota(call: RequestContext, outcome: StageResult): void {
  if (outcome.kind === 'success' || !call.isCounted || call.account === undefined) return;
  // 401 has a question of its own (`unauthenticated-quota`); 429 was decided when it was refused.
  if (outcome.code === 'unauthorized' || outcome.code === 'rate_limit_exceeded' || outcome.code === 'key_banned')
    return;
  call.assumed.add('refused-requests-count');
  const counts = call.world.behaviour['refused-requests-count'];
  if (outcome.status === 404 ? counts['404'] : counts['400']) return;
  call.account.minute.refund();
  call.account.day.refund();
}

/** Counts one request of an account; returns the refusal when its quota has none left. */
export function charge(call: RequestContext, account: Account): ErrorResponse | undefined {
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
  const refusals = spent.window.countRejected(nowMs);
  if (call.world.behaviour['refused-requests-count']['429']) spend(call, account);
  return ban(call, account, refusals) ?? limitedResponse(spent.limit, spent.window.resetsAtMs(nowMs));
}

/**
 * Bans a key at every so many refusals within one window (§8.4, open question `ban-threshold`). The refusal that leads to
 * the ban is still a 429 (§8.3) and already tells the ban's end, so that a client which waits as told is not found banned.
 */
function ban(call: RequestContext, account: Account, refusals: number): ErrorResponse | undefined {
  const { 'ban-threshold': threshold, 'ban-duration-seconds': seconds } = call.world.behaviour;
  if (account.alias === undefined || threshold === 'never' || refusals % threshold !== 0) return undefined;
  const untilMs = banAccount(account, call.nowMs, seconds * 1000);
  return { ...bannedResponse(call, untilMs), status: errorCatalogue.rate_limit_exceeded.status };
}

function limitedResponse(limit: string, retryAtMs: number): ErrorResponse {
  const message = `The limit of ${limit} is reached. Wait as Retry-After says; sending on may lead to a ban.`;
  return errorResponse('rate_limit_exceeded', message, { retryAtMs, assumed: ['retry-after-format', 'ban-threshold'] });
}

function spend(call: RequestContext, account: Account): void {
  const { perMinute, perDay } = limitsOf(account, call.world.behaviour);
  account.minute.spend(call.nowMs, perMinute);
  account.day.spend(call.nowMs, perDay);
  call.isCounted = true;
}

/** Creates the answer that a banned key gets (§8.4, open question `ban-status`). */
function bannedResponse({ world }: RequestContext, untilMs: number): ErrorResponse {
  const end = new Date(untilMs).toISOString();
  return errorResponse('key_banned', `The API key is banned until ${end} for sending on after a 429.`, {
    status: world.behaviour['ban-status'],
    retryAtMs: untilMs,
    assumed: ['ban-threshold', 'ban-duration-seconds', 'ban-status', 'retry-after-format'],
  });
}

/** Returns whether a request uses quota and its response carries the rate-limit headers (§8.1, open question `messages-rate-limited`). */
export function isRateLimited({ route, world }: RequestContext): boolean {
  const question = route.operation?.rateLimitQuestion;
  return question === undefined || world.behaviour[question];
}

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
