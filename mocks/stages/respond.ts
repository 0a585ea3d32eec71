import type { Profile } from '../../src/fidelity/profile/profile.js';
import { formatDeprecationHeaders } from '../../src/service/deprecation-headers.js';
import { type ErrorName, errorCatalogue, namesOfError } from '../../src/service/errors.js';
import type { QuestionId } from '../../src/service/open-questions.js';
import { hasPetId } from '../../src/service/petstore.js';
import { formatRetryAfter } from '../../src/service/rate-limit-headers.js';
import { addFields } from '../imitation/extra-fields.js';
import type { ImitatedResponse } from '../imitation/imitation.js';
import { isLearned } from '../imitation/learned-behaviour.js';
import { limitHeaders } from '../limits/rate-limit-headers.js';
import { corsHeaders, type PetstoreResponse, standingHeaders } from '../neutral-http.js';
import type { ErrorResponse, RequestContext, StageResult } from '../request-context.js';
import { isRateLimited } from './quota.js';

/** Turns a result or an error into the response. Rate-limit headers are attached here, so that no stage can forget them (§8.1). */
export function respond(context: RequestContext, result: StageResult): PetstoreResponse {
  const { world, request, nowMs, account, fault } = context;
  const operation = context.route.requested ?? 'other';
  const imitated = world.imitation?.next(operation, result.status, nowMs);
  const { body, encodedBody } = bodyOf(context, result, imitated);
  const headers = standingHeaders(nowMs);
  if (body !== undefined) {
    headers['Content-Type'] = imitated?.contentType ?? 'application/json';
    headers['Content-Length'] = String(encodedBody?.length ?? utf8Length(body));
  } else if (result.kind === 'error') headers['Content-Length'] = '0';
  if (imitated !== undefined) Object.assign(headers, imitated.headers);
  addRateLimitHeaders(headers, context, isForcedLimit(result) ? 0 : undefined);
  if (context.route.operation?.deprecated) Object.assign(headers, deprecationHeaders(context));
  if (result.headers !== undefined) Object.assign(headers, result.headers);
  if (result.kind === 'error' && result.retryAtMs !== undefined) {
    headers['Retry-After'] = formatRetryAfter(world.behaviour['retry-after-format'], nowMs, result.retryAtMs);
  }
  if (world.cors) Object.assign(headers, corsHeaders);
  assumeWhatFollows(context, result);
  const assumed = sharedSet(context.assumed);
  if (world.showAssumptions && assumed.size > 0) headers['X-Mock-Assumed'] = [...assumed].join(', ');
  const isBodySent = request.method !== 'HEAD' && body !== undefined;
  // No spread: the journal keeps thousands of responses, and spread objects take more memory.
  return {
    status: result.status,
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
  context: RequestContext,
  result: StageResult,
  imitated: ImitatedResponse | undefined,
): Pick<PetstoreResponse, 'body' | 'encodedBody'> {
  const body = result.kind === 'error' ? errorBody(context, result, imitated) : result.body;
  if (context.fault?.body === 'malformed' && body !== undefined) return { body: malform(body), encodedBody: undefined };
  return { body, encodedBody: result.kind === 'success' ? result.encodedBody : undefined };
}

function isForcedLimit(result: StageResult): boolean {
  return result.kind === 'error' && result.isForced && result.code === 'rate_limit_exceeded';
}

/** Adds the headers of §8.1; none outside the base URL. `remaining` replaces the requests that are left. */
export function addRateLimitHeaders(
  headers: Record<string, string>,
  context: RequestContext,
  remaining?: number,
): void {
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

/** The open questions that the rate-limit headers of every response depend on. */
const limitQuestions: readonly QuestionId[] = ['described-window', 'rate-limit-fields', 'window-start'];

/** Returns the headers that mark responses of a deprecated operation (§9), and errors at its path. */
function deprecationHeaders({ route, world, assumed }: RequestContext): Readonly<Record<string, string>> {
  const { operation } = route;
  if (operation === undefined) return {};
  assumed.add('deprecation-headers');
  const choice = world.behaviour['deprecation-headers'];
  if (choice === 'none') return {};
  if (choice !== 'standard') return choice;
  assumed.add('sunset-date');
  return formatDeprecationHeaders(operation, world.behaviour['sunset-date'], world.addresses.base.path);
}

/**
 * Returns a JSON text with its last character replaced by a wrong bracket: of the same length, and invalid for every parser,
 * including streaming ones.
 */
export function malform(json: string): string {
  return `${json.slice(0, -1)}${json.endsWith('}') ? ']' : '}'}`;
}

const encoder = new TextEncoder();

/** Returns the length of a text in UTF-8 bytes. */
function utf8Length(text: string): number {
  // Most bodies are short ASCII: testing is cheaper than encoding them.
  for (let at = 0; at < text.length; at++) {
    if (at > 500 || text.charCodeAt(at) > 0x7f) return encoder.encode(text).length;
  }
  return text.length;
}

/**
 * Writes the Error of §7: its status repeats the response's; code and text are the open questions `error-codes` and `error-messages`.
 * An imitated deployment may add fields, or respond to unknown paths and methods with plain text or no body.
 */
function errorBody(
  context: RequestContext,
  error: ErrorResponse,
  imitated: ImitatedResponse | undefined,
): string | undefined {
  if (imitated?.errorBody === 'nothing') return undefined;
  if (imitated?.errorBody === 'text') return errorCatalogue[error.code].title;
  const { 'error-codes': codes, 'error-messages': texts } = context.world.behaviour;
  const code = ownText(codes, error) ?? error.code;
  const text = texts === 'explain' ? undefined : ownText(texts, error);
  const message = text === undefined ? error.message : withPetId(text, context);
  return addFields(JSON.stringify({ code, message, status: error.status }), imitated?.fields ?? '');
}

type Texts = { readonly [Name in ErrorName]?: string };

/** Returns the text for the most specific name of an error that has one. */
function ownText(texts: Texts, error: ErrorResponse): string | undefined {
  return namesOfError(error)
    .map((name) => texts[name])
    .find((text) => text !== undefined);
}

/** Replaces `{petId}` by the id of the request, undecoded if its escapes are broken. */
function withPetId(text: string, { route, request }: RequestContext): string {
  if (route.operation === undefined || !hasPetId(route.operation)) return text;
  const petId = route.petIdText ?? request.path.slice(request.path.lastIndexOf('/') + 1);
  return text.replaceAll('{petId}', () => petId);
}

/** Completes the open questions that a response depends on, without those that the imitated profile has observed. */
function assumeWhatFollows(context: RequestContext, result: StageResult): void {
  const { world, assumed } = context;
  if (result.kind === 'error') for (const id of result.assumed) assumed.add(id);
  const profile = world.imitation?.deployment.profile;
  if (profile !== undefined && hasSeenLimit(profile, result)) {
    for (const id of assumed) if (isLearned(profile, id, world.behaviour)) assumed.delete(id);
  }
  if (result.kind === 'error') for (const id of errorQuestions) if (isGuess(context, result, id)) assumed.add(id);
}

/** If no 429 was seen, only other responses show what one depends on: all of that is a guess. */
function hasSeenLimit({ responses }: Profile, { status }: StageResult): boolean {
  return status !== 429 || Object.keys(responses).some((place) => place.endsWith(' 429'));
}

const errorQuestions = ['error-codes', 'error-messages'] as const;

/** Returns whether the text that was used for an error is a default: a response depends on one member of these questions only. */
function isGuess({ world }: RequestContext, error: ErrorResponse, id: (typeof errorQuestions)[number]): boolean {
  const texts = world.behaviour[id];
  const learned = world.imitation?.deployment.profile.questions[id];
  if (texts === 'explain' || learned?.origin !== 'observed' || learned.choice === 'explain') return true;
  const text = ownText(texts, error);
  if (text === undefined || text !== ownText(learned.choice, error)) return true;
  return namesOfError(error).some((name) => learned.unseen?.includes(name));
}

const sharedSets = new Map<string, ReadonlySet<QuestionId>>();

/** Returns a set in the order of the alphabet. Equal sets are one object: the journal keeps thousands of responses. */
function sharedSet(ids: ReadonlySet<QuestionId>): ReadonlySet<QuestionId> {
  const sorted = [...ids].sort();
  const text = sorted.join();
  const shared = sharedSets.get(text) ?? new Set(sorted);
  sharedSets.set(text, shared);
  return shared;
}
