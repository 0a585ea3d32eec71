import type { ErrorName } from '../../src/spec/behaviour.js';
import { formatDeprecationHeaders } from '../../src/spec/deprecation-headers.js';
import { errorCatalogue, namesOfError } from '../../src/spec/errors.js';
import type { QuestionId } from '../../src/spec/open-questions.js';
import { hasPetId } from '../../src/spec/operations.js';
import { formatRateLimitHeaders, formatRetryAfter } from '../../src/spec/rate-limit-headers.js';
import { addFields } from '../imitation/extra-fields.js';
import type { ImitatedResponse } from '../imitation/imitation.js';
import { isLearned, isTextLearned } from '../imitation/learned-behaviour.js';
import { corsHeaders, isCachingLeft, type PetstoreResponse, standingHeaders } from '../neutral-http.js';
import type { ErrorResponse, RequestContext, StageResult } from '../request-context.js';
import { describeLimits, isRateLimited } from './quota.js';

/** Turns a result or a refusal into the answer. Here alone headers are attached, so that no answer can lack the three of §8.1. */
export function respond(call: RequestContext, outcome: StageResult): PetstoreResponse {
  const { world, request, nowMs, account, fault } = call;
  const asked = call.route.requested ?? 'other';
  const imitated = world.imitation?.next(asked, outcome.status, nowMs, request.path);
  const { body, encodedBody } = bodyOf(call, outcome, imitated);
  const headers = standingHeaders(nowMs, outcome.status, world.behaviour, imitated?.cacheControl);
  if (body !== undefined) {
    headers['Content-Type'] = imitated?.contentType ?? 'application/json';
    headers['Content-Length'] = String(encodedBody?.length ?? utf8Length(body));
  } else if (outcome.kind === 'error') headers['Content-Length'] = '0';
  Object.assign(
    headers,
    imitated?.headers,
    rateLimitHeaders(call, outcome),
    headersOfDeprecation(call),
    outcome.headers,
  );
  if (outcome.kind === 'error' && outcome.retryAtMs !== undefined) {
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
  call: RequestContext,
  outcome: StageResult,
  imitated: ImitatedResponse | undefined,
): Pick<PetstoreResponse, 'body' | 'encodedBody'> {
  const body = outcome.kind === 'error' ? errorBody(call, outcome, imitated) : outcome.body;
  if (call.fault?.body === 'malformed' && body !== undefined) return { body: malform(body), encodedBody: undefined };
  return { body, encodedBody: outcome.kind === 'success' ? outcome.encodedBody : undefined };
}

function rateLimitHeaders(call: RequestContext, outcome: StageResult): Record<string, string> {
  const { world, nowMs, route, assumed } = call;
  if (!route.isServed) return {};
  if (route.operation?.address === 'messages') assumed.add('messages-base-url');
  if (route.operation?.rateLimitQuestion !== undefined) assumed.add(route.operation.rateLimitQuestion);
  if (!isRateLimited(call)) return {};
  const account = call.account ?? world.accounts.anonymous;
  assumed.add('described-window').add('window-start');
  if (account.plan === 'enterprise') assumed.add('enterprise-limits');
  const state = describeLimits(account, world.behaviour, nowMs);
  const isForcedLimit = outcome.kind === 'error' && outcome.isForced && outcome.code === 'rate_limit_exceeded';
  return formatRateLimitHeaders(isForcedLimit ? { ...state, remaining: 0 } : state);
}

/** Marks every answer of a deprecated operation (§9, RFC 9745, RFC 8594). */
function headersOfDeprecation({ route, world, assumed }: RequestContext): Readonly<Record<string, string>> {
  const { operation } = route;
  if (!operation?.deprecated) return {};
  assumed.add('deprecation-headers');
  const choice = world.behaviour['deprecation-headers'];
  if (choice === 'none') return {};
  if (choice !== 'standard') return choice;
  assumed.add('sunset-date');
  return formatDeprecationHeaders(operation, world.behaviour['sunset-date'], world.addresses.base.path);
}

/**
 * Returns a JSON text with its last character replaced by a bracket that does not belong there: as long as before, and JSON in
 * no reader's eyes, not even in those of one that reads piece by piece.
 */
export function malform(json: string): string {
  return `${json.slice(0, -1)}${json.endsWith('}') ? ']' : '}'}`;
}

const encoder = new TextEncoder();

/** Returns how many bytes a text takes in UTF-8. */
function utf8Length(text: string): number {
  // Most bodies are short and plain: counting is cheaper than encoding them.
  if (text.length < 500 && /^[\0-\x7f]*$/.test(text)) return text.length;
  return encoder.encode(text).length;
}

/**
 * Writes the Error of §7: its status repeats the answer's; code and text are the open questions `error-codes` and `error-messages`.
 * A deployment that is imitated may add fields to it, or answer a path or method that is no operation's with plain text or nothing.
 */
function errorBody(
  call: RequestContext,
  refusal: ErrorResponse,
  imitated: ImitatedResponse | undefined,
): string | undefined {
  if (imitated?.refusal === 'nothing') return undefined;
  if (imitated?.refusal === 'text') return errorCatalogue[refusal.code].title;
  const { 'error-codes': codes, 'error-messages': texts } = call.world.behaviour;
  const code = ownText(codes, call, refusal) ?? refusal.code;
  const text = texts === 'explain' ? undefined : ownText(texts, call, refusal);
  const message = text === undefined ? refusal.message : withPetId(text, call);
  return addFields(JSON.stringify({ code, message, status: refusal.status }), imitated?.fields ?? '');
}

type Texts = { readonly [Name in ErrorName]?: string };

function ownText(texts: Texts, call: RequestContext, refusal: ErrorResponse): string | undefined {
  const name = namesToText(texts, call, refusal)?.at(-1);
  return name && texts[name];
}

/**
 * Returns the names of a refusal from that of its situation as this operation refuses it to the one that has a text; undefined where
 * none has.
 */
function namesToText(
  texts: Texts,
  { route }: RequestContext,
  { situation, code }: ErrorResponse,
): readonly ErrorName[] | undefined {
  const names = namesOfError({ code, situation, operation: route.requested });
  const index = names.findIndex((name) => texts[name] !== undefined);
  return index === -1 ? undefined : names.slice(0, index + 1);
}

/** Puts the id that was asked for in its place, as it was sent where its escapes are broken; a path without one leaves the text as it is. */
function withPetId(text: string, { route, request }: RequestContext): string {
  if (route.operation === undefined || !hasPetId(route.operation)) return text;
  const petId = route.petIdText ?? request.path.slice(request.path.lastIndexOf('/') + 1);
  return text.replaceAll('{petId}', () => petId);
}

/** Returns the open questions that an answer rests on, but for those that were seen of the deployment that is imitated. */
function assumedBy(
  call: RequestContext,
  outcome: StageResult,
  imitated?: Pick<ImitatedResponse, 'cacheControl'>,
): ReadonlySet<QuestionId> {
  const { world, assumed } = call;
  const ofRefusal = outcome.kind === 'error' ? outcome.assumed : [];
  const guesses = new Set<QuestionId>([...assumed, 'cache-control', ...ofRefusal]);
  if (imitated?.cacheControl !== undefined && isCachingLeft(world.behaviour)) guesses.delete('cache-control');
  const profile = world.imitation?.deployment.profile;
  if (profile !== undefined) {
    for (const id of guesses) if (isLearned(profile, id, world.behaviour)) guesses.delete(id);
  }
  if (outcome.kind === 'error') for (const id of errorQuestions) if (isGuess(call, outcome, id)) guesses.add(id);
  return world.internQuestions(guesses);
}

const errorQuestions = ['error-codes', 'error-messages'] as const;

/** Of these an answer rests on one member only. */
function isGuess(call: RequestContext, refusal: ErrorResponse, id: (typeof errorQuestions)[number]): boolean {
  const { behaviour, imitation } = call.world;
  const texts = behaviour[id];
  const names = texts === 'explain' ? undefined : namesToText(texts, call, refusal);
  const name = names?.at(-1);
  if (texts === 'explain' || names === undefined || name === undefined) return true;
  const profile = imitation?.deployment.profile;
  return profile === undefined || !isTextLearned(profile, id, names, texts[name]);
}
