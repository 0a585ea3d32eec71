import { formatHttpDate } from '../../src/spec/http-date.js';
import type { QuestionId } from '../../src/spec/open-questions.js';
import { operations } from '../../src/spec/operations.js';
import { formatRateLimitHeaders } from '../../src/spec/rate-limit-headers.js';
import { formatRetryAfter } from '../../src/spec/retry-after.js';
import type { Call, Outcome } from '../call.js';
import { corsHeaders } from '../cors.js';
import { malform } from '../faults/malform.js';
import { describeLimits } from '../limits/describe-limits.js';
import { isRateLimited } from '../limits/is-rate-limited.js';
import type { Refusal } from '../outcomes/refusal.js';
import type { PetstoreAnswer } from '../petstore-answer.js';
import { standingHeaders } from '../standing-headers.js';
import { utf8Length } from '../utf8-length.js';

/** Turns a result or a refusal into the answer. Here alone headers are attached, so that no answer can lack the three of §8.1. */
export function respond(call: Call, outcome: Outcome): PetstoreAnswer {
  const { world, request, nowMs, account, fault } = call;
  const { body, encodedBody } = bodyOf(call, outcome);
  const headers: Record<string, string> = standingHeaders(nowMs);
  if (body !== undefined) {
    headers['Content-Type'] = 'application/json';
    headers['Content-Length'] = String(encodedBody?.length ?? utf8Length(body));
  }
  Object.assign(headers, rateLimitHeaders(call, outcome), deprecationHeaders(call), outcome.headers);
  if (outcome.kind === 'refusal' && outcome.retryAtMs !== undefined) {
    headers['Retry-After'] = formatRetryAfter(world.behaviour['retry-after-format'], nowMs, outcome.retryAtMs);
  }
  if (world.cors) Object.assign(headers, corsHeaders);
  const assumed = assumedBy(call, outcome);
  if (world.showAssumptions) headers['X-Mock-Assumed'] = [...assumed].sort().join(', ');
  const sent = request.method === 'HEAD' ? { body: undefined, encodedBody: undefined } : { body, encodedBody };
  return {
    status: outcome.status,
    headers,
    ...sent,
    delayMs: fault?.delayMs ?? 0,
    dripMs: (sent.body !== undefined && fault?.dripMs) || 0,
    cut: fault?.body === 'truncated' ? 'truncated' : fault?.network,
    keyAlias: account?.alias,
    assumed,
    faultId: fault?.id,
  };
}

function bodyOf(call: Call, outcome: Outcome): Pick<PetstoreAnswer, 'body' | 'encodedBody'> {
  const body = outcome.kind === 'refusal' ? errorBody(call, outcome) : outcome.body;
  if (call.fault?.body === 'malformed' && body !== undefined) return { body: malform(body), encodedBody: undefined };
  return { body, encodedBody: outcome.kind === 'success' ? outcome.encodedBody : undefined };
}

/** The Error of §7: its status repeats the answer's. */
function errorBody({ world }: Call, { code, message, status }: Refusal): string {
  return JSON.stringify({ code: world.behaviour['error-codes'][code] ?? code, message, status });
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
function deprecationHeaders({ route, world, assumed }: Call): Record<string, string> {
  if (!route.operation?.deprecated) return {};
  assumed.add('deprecation-headers');
  if (world.behaviour['deprecation-headers'] === 'none') return {};
  assumed.add('sunset-date');
  const { deprecatedSince, sunset } = world.behaviour['sunset-date'];
  return {
    Deprecation: `@${Math.floor(Date.parse(deprecatedSince) / 1000)}`,
    Sunset: formatHttpDate(Date.parse(sunset)),
    Link: `<${world.addresses.base.path}${operations.listInventory.path}>; rel="successor-version"`,
  };
}

function assumedBy({ assumed }: Call, outcome: Outcome): ReadonlySet<QuestionId> {
  assumed.add('cache-control');
  if (outcome.kind === 'refusal') {
    assumed.add('error-codes').add('error-messages');
    for (const id of outcome.assumed) assumed.add(id);
  }
  return assumed;
}
