import { formatHttpDate } from '../../src/spec/http-date.js';
import { operations } from '../../src/spec/operations.js';
import { formatRateLimitHeaders } from '../../src/spec/rate-limit-headers.js';
import { formatRetryAfter } from '../../src/spec/retry-after.js';
import { askedOperation } from '../asked-operation.js';
import type { Call, Outcome } from '../call.js';
import { corsHeaders } from '../cors.js';
import { malform } from '../faults/malform.js';
import type { ImitatedAnswer } from '../imitation/imitation.js';
import { describeLimits } from '../limits/describe-limits.js';
import { isRateLimited } from '../limits/is-rate-limited.js';
import { errorBody } from '../outcomes/error-body.js';
import type { PetstoreAnswer } from '../petstore-answer.js';
import { standingHeaders } from '../standing-headers.js';
import { utf8Length } from '../utf8-length.js';
import { assumedBy } from './assumed-by.js';

/** Turns a result or a refusal into the answer. Here alone headers are attached, so that no answer can lack the three of §8.1. */
export function respond(call: Call, outcome: Outcome): PetstoreAnswer {
  const { world, request, nowMs, account, fault } = call;
  const asked = askedOperation(request, call.route) ?? 'other';
  const imitated = world.imitation?.next(asked, outcome.status, nowMs, request.path);
  const { body, encodedBody } = bodyOf(call, outcome, imitated);
  const headers = standingHeaders(nowMs, outcome.status, world.behaviour, imitated?.cacheControl);
  if (body !== undefined) {
    headers['Content-Type'] = imitated?.contentType ?? 'application/json';
    headers['Content-Length'] = String(encodedBody?.length ?? utf8Length(body));
  } else if (outcome.kind === 'refusal') headers['Content-Length'] = '0';
  Object.assign(headers, imitated?.headers, rateLimitHeaders(call, outcome), deprecationHeaders(call), outcome.headers);
  if (outcome.kind === 'refusal' && outcome.retryAtMs !== undefined) {
    headers['Retry-After'] = formatRetryAfter(world.behaviour['retry-after-format'], nowMs, outcome.retryAtMs);
  }
  if (world.cors) Object.assign(headers, corsHeaders);
  const assumed = assumedBy(call, outcome, imitated);
  if (world.showAssumptions && assumed.size > 0) headers['X-Mock-Assumed'] = [...assumed].sort().join(', ');
  const isBodySent = request.method !== 'HEAD' && body !== undefined;
  // Nothing is spread into it: the journal keeps thousands, and such objects take more room.
  return {
    status: outcome.status,
    headers,
    body: isBodySent ? body : undefined,
    encodedBody: isBodySent ? encodedBody : undefined,
    delayMs: fault?.delayMs || (imitated?.delayMs ?? 0),
    dripMs: (isBodySent && fault?.dripMs) || 0,
    cut: fault?.body === 'truncated' ? 'truncated' : fault?.network,
    keyAlias: account?.alias,
    assumed,
    faultId: fault?.id,
  };
}

function bodyOf(
  call: Call,
  outcome: Outcome,
  imitated: ImitatedAnswer | undefined,
): Pick<PetstoreAnswer, 'body' | 'encodedBody'> {
  const body = outcome.kind === 'refusal' ? errorBody(call, outcome, imitated) : outcome.body;
  if (call.fault?.body === 'malformed' && body !== undefined) return { body: malform(body), encodedBody: undefined };
  return { body, encodedBody: outcome.kind === 'success' ? outcome.encodedBody : undefined };
}

function rateLimitHeaders(call: Call, outcome: Outcome): Record<string, string> {
  const { world, nowMs, route, assumed } = call;
  if (!route.isServed) return {};
  if (route.operation?.id === 'sendMessage') assumed.add('messages-base-url').add('messages-rate-limited');
  if (!isRateLimited(call)) return {};
  const account = call.account ?? world.accounts.anonymous;
  assumed.add('described-window').add('window-start');
  if (account.plan === 'enterprise') assumed.add('enterprise-limits');
  const state = describeLimits(account, world.behaviour, nowMs);
  const isForcedLimit = outcome.kind === 'refusal' && outcome.isForced && outcome.code === 'rate_limit_exceeded';
  return formatRateLimitHeaders(isForcedLimit ? { ...state, remaining: 0 } : state);
}

/** Marks every answer of a deprecated operation (§9, RFC 9745, RFC 8594). */
function deprecationHeaders({ route, world, assumed }: Call): Readonly<Record<string, string>> {
  if (!route.operation?.deprecated) return {};
  assumed.add('deprecation-headers');
  const choice = world.behaviour['deprecation-headers'];
  if (choice === 'none') return {};
  if (choice !== 'standard') return choice;
  assumed.add('sunset-date');
  const { deprecatedSince, sunset } = world.behaviour['sunset-date'];
  return {
    Deprecation: `@${Math.floor(Date.parse(deprecatedSince) / 1000)}`,
    Sunset: formatHttpDate(Date.parse(sunset)),
    Link: `<${world.addresses.base.path}${operations.listInventory.path}>; rel="successor-version"`,
  };
}
