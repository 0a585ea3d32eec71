import { type ErrorName, namesOfError } from '../../src/service/errors.js';
import { formatDeprecationHeaders } from '../../src/service/headers.js';
import type { QuestionId } from '../../src/service/questions/open-questions.js';
import { formatRetryAfter } from '../../src/service/rate-limit-headers.js';
import { limitHeaders } from '../limits/account.js';
import { corsHeaders, type PetstoreResponse, standingHeaders } from '../neutral-http.js';
import type { ErrorResponse, StageResult } from '../operations/operation.js';
import type { RequestContext } from '../request-context.js';
import { isRateLimited } from './quota.js';

/** What a response consists of beside the headers that every response has. */
export interface Content {
  readonly body: string | undefined;
  readonly encodedBody: Uint8Array | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly delayMs: number;
  /** Nothing is said of caches. */
  readonly isWithoutCaching?: boolean;
  /** Whether the end of a deprecated operation is announced; default: it is. */
  readonly isDeprecated?: boolean;
  /** Returns whether the choice of an open question is known, so that the response is not a guess. Default: none is. */
  readonly isKnown?: (id: QuestionId) => boolean;
}

const JSON_TYPE = { 'Content-Type': 'application/json' };

function contentOf(context: RequestContext, result: StageResult): Content {
  const isError = result.kind === 'error';
  const body = isError ? errorBody(context, result) : result.body;
  const encodedBody = isError ? undefined : result.encodedBody;
  return { body, encodedBody, headers: body === undefined ? {} : JSON_TYPE, delayMs: 0 };
}

/** Turns a result or an error into the response. Rate-limit headers are attached here, so that no stage can forget them (§8.1). */
export function respond(
  context: RequestContext,
  result: StageResult,
  content = contentOf(context, result),
): PetstoreResponse {
  const { world, request, nowMs, account, fault } = context;
  const isMalformed = fault?.body === 'malformed' && content.body !== undefined;
  const body = isMalformed ? malform(content.body) : content.body;
  const encodedBody = isMalformed ? undefined : content.encodedBody;
  const headers = Object.assign(standingHeaders(nowMs, content.isWithoutCaching), content.headers);
  if (body !== undefined) headers['Content-Length'] = String((encodedBody ?? encoder.encode(body)).length);
  else if (result.status !== 204) headers['Content-Length'] = '0';
  const isForcedLimit = result.kind === 'error' && result.isForced && result.code === 'rate_limit_exceeded';
  addRateLimitHeaders(headers, context, isForcedLimit ? 0 : undefined);
  if (context.route.operation?.deprecated && content.isDeprecated !== false)
    Object.assign(headers, deprecationHeaders(context));
  if (result.headers !== undefined) Object.assign(headers, result.headers);
  if (result.kind === 'error' && result.retryAtMs !== undefined) {
    headers['Retry-After'] = formatRetryAfter(world.behaviour['retry-after-format'], nowMs, result.retryAtMs);
  }
  const { Vary: vary } = headers;
  if (world.cors) Object.assign(headers, corsHeaders(request));
  if (vary !== undefined && headers.Vary !== vary) headers.Vary = `${vary}, ${headers.Vary}`;
  const assumed = assumedBy(context, result, content);
  if (world.showAssumptions && assumed.size > 0) headers['X-Mock-Assumed'] = [...assumed].join(', ');
  const isBodySent = request.method !== 'HEAD' && body !== undefined;
  // No spread: the journal keeps thousands of responses, and spread objects take more memory.
  return {
    status: result.status,
    headers,
    body: isBodySent ? body : undefined,
    encodedBody: isBodySent ? encodedBody : undefined,
    delayMs: fault?.delayMs || content.delayMs,
    dripMs: (isBodySent && fault?.dripMs) || 0,
    cut: fault?.body === 'truncated' ? 'truncated' : fault?.network,
    keyAlias: account?.alias,
    assumed,
    faultId: fault?.id,
  };
}

/** Adds the headers of §8.1; none outside the base URL. `remaining` replaces the requests that are left. */
export function addRateLimitHeaders(headers: Record<string, string>, context: RequestContext, remaining?: number) {
  const { world, nowMs, route, assumed } = context;
  if (!route.isServed) return;
  if (route.operation?.address === 'messages') assumed.add('messages-base-url');
  if (route.operation?.rateLimitQuestion !== undefined) assumed.add(route.operation.rateLimitQuestion);
  if (!isRateLimited(context)) return;
  const account = context.account ?? world.accounts.anonymous;
  for (const id of limitQuestions) assumed.add(id);
  if (account.plan === 'enterprise') assumed.add('enterprise-limits');
  Object.assign(headers, limitHeaders(account, world.behaviour, nowMs, remaining));
}

const limitQuestions: readonly QuestionId[] = ['described-window', 'rate-limit-fields', 'window-start'];

function deprecationHeaders({ route, world, assumed }: RequestContext): Readonly<Record<string, string>> {
  assumed.add('deprecation-headers');
  const choice = world.behaviour['deprecation-headers'];
  if (choice === 'none') return {};
  if (choice !== 'standard') return choice;
  assumed.add('sunset-date');
  const successor = world.service.operations[route.operation?.successor ?? ''];
  return formatDeprecationHeaders(successor, world.behaviour['sunset-date'], world.addresses.base.path);
}

/** Returns a JSON text with its last character replaced: of the same length, and invalid for every parser. */
export function malform(json = ''): string {
  return `${json.slice(0, -1)}${json.endsWith('}') ? ']' : '}'}`;
}

const encoder = new TextEncoder();

/** Writes the Error of §7: its status repeats the response's; code and text are the open questions `error-codes` and `error-messages`. */
export function errorBody(context: RequestContext, error: ErrorResponse): string {
  const { world, route, request } = context;
  const { 'error-codes': codes, 'error-messages': texts } = world.behaviour;
  const code = ownText(codes, context, error) ?? error.code;
  let message = texts === 'explain' ? undefined : ownText(texts, context, error);
  if (message !== undefined && route.operation?.pathId !== undefined) {
    // Undecoded if its escapes are broken.
    const id = route.pathId ?? request.path.slice(request.path.lastIndexOf('/') + 1);
    message = message.replaceAll(`{${route.operation.pathId}}`, () => id);
  }
  message = message
    ?.replaceAll('{method}', request.method)
    .replaceAll('{path}', () => request.path.split('?', 1).join());
  return JSON.stringify({ code, message: message ?? error.message, status: error.status });
}

type Texts = { readonly [Name in ErrorName]?: string };

export function ownText(texts: Texts, { route }: RequestContext, error: ErrorResponse): string | undefined {
  return namesOfError(error, route.requested?.id ?? 'other')
    .map((name) => texts[name])
    .find((text) => text !== undefined);
}

/** By their ids in the order in which they were met. */
const sharedSets = new Map<string, ReadonlySet<QuestionId>>();

/** Returns the open questions that a response depends on, by the alphabet. Those that were met in one order are one object: the journal keeps thousands of them. */
function assumedBy({ assumed }: RequestContext, result: StageResult, { isKnown }: Content): ReadonlySet<QuestionId> {
  if (result.kind === 'error') for (const id of [...result.assumed, ...errorQuestions]) assumed.add(id);
  const ids = isKnown === undefined ? [...assumed] : [...assumed].filter((id) => !isKnown(id));
  const text = ids.join();
  const shared = sharedSets.get(text) ?? new Set(ids.sort());
  sharedSets.set(text, shared);
  return shared;
}

const errorQuestions = ['error-codes', 'error-messages'] as const;
