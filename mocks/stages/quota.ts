import { errorCatalogue } from '../../src/service/errors.js';
import { type Account, activeBan, banAccount, limitsOf } from '../limits/account.js';
import { type ErrorResponse, errorResponse, type StageResult } from '../operations/operation.js';
import type { RequestContext } from '../request-context.js';

/** Rejects a banned key (§8.4). */
export function rejectBanned(context: RequestContext): ErrorResponse | undefined {
  const ban = context.account && activeBan(context.account, context.nowMs);
  return ban && bannedResponse(context, ban.untilMs);
}

/** Counts the request against the minute and the day of its account. Returns a 429 or a ban if one is used up (§8, §8.3). */
export function spendQuota(context: RequestContext): ErrorResponse | undefined {
  const { account, nowMs, world } = context;
  if (account === undefined || !isRateLimited(context)) return undefined;
  const { behaviour } = world;
  const { perMinute, perDay } = limitsOf(account, behaviour);
  const isMinuteSpent = account.minute.used(nowMs) >= perMinute;
  const isDaySpent = account.day.used(nowMs) >= perDay;
  const isRejected = isMinuteSpent || isDaySpent;
  if (!isRejected || behaviour['refused-requests-count']['429']) {
    account.minute.spend(nowMs, perMinute);
    account.day.spend(nowMs, perDay);
    context.isCounted = true;
  }
  if (!isRejected) return undefined;
  const window = isDaySpent ? account.day : account.minute;
  const limit = isDaySpent ? `${perDay} requests per day` : `${perMinute} requests per minute`;
  context.assumed.add('refused-requests-count');
  const rejected = window.countRejected(nowMs);
  const retryAtMs = window.resetsAtMs(nowMs) + behaviour['retry-after-delay-seconds'] * 1000;
  return ban(context, account, rejected) ?? limitedResponse(limit, retryAtMs);
}

/** Refunds a counted request if its error uses no quota (open question `refused-requests-count`). */
export function settleQuota(context: RequestContext, result: StageResult): void {
  if (result.kind === 'success' || !context.isCounted || context.account === undefined) return;
  // 401 has its own question (`unauthenticated-quota`); 429 was settled when the request was rejected.
  if (result.code === 'unauthorized' || result.code === 'rate_limit_exceeded' || result.code === 'key_banned') return;
  context.assumed.add('refused-requests-count');
  const counts = context.world.behaviour['refused-requests-count'];
  if (counts[result.status === 404 ? '404' : '400']) return;
  context.account.minute.refund();
  context.account.day.refund();
}

/** Bans a key after so many rejected requests in a window (§8.4). The triggering response is still a 429, so that a client that waits is never banned. */
function ban(context: RequestContext, account: Account, rejected: number): ErrorResponse | undefined {
  const { 'ban-threshold': threshold, 'ban-duration-seconds': seconds } = context.world.behaviour;
  if (account.alias === undefined || threshold === 'never' || rejected % threshold !== 0) return undefined;
  const untilMs = banAccount(account, context.nowMs, seconds * 1000);
  return { ...bannedResponse(context, untilMs), status: errorCatalogue.rate_limit_exceeded.status };
}

function limitedResponse(limit: string, retryAtMs: number): ErrorResponse {
  const message = `The limit of ${limit} is reached. Wait for Retry-After; further requests may lead to a ban.`;
  const assumed = ['retry-after-format', 'retry-after-delay-seconds', 'ban-threshold'] as const;
  return errorResponse('rate_limit_exceeded', message, { retryAtMs, assumed });
}

function bannedResponse({ world }: RequestContext, untilMs: number): ErrorResponse {
  const end = new Date(untilMs).toISOString();
  return errorResponse('key_banned', `The API key is banned until ${end} for requests sent after a 429.`, {
    status: world.behaviour['ban-status'],
    retryAtMs: untilMs,
    assumed: ['ban-threshold', 'ban-duration-seconds', 'ban-status', 'retry-after-format'],
  });
}

/** Returns whether a request for an operation uses quota and its response carries the headers (§8.1, open question `messages-rate-limited`). */
export function isRateLimited({ route, world }: RequestContext): boolean {
  // Another method of that path is another request.
  const question = route.requested?.rateLimitQuestion;
  return question === undefined || world.behaviour[question];
}
