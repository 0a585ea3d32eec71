import { headerOf } from '../../src/exchange/exchange.js';
import { hideInRequest, isDistinctive } from '../../src/exchange/hide-secrets.js';
import { createRedactor, type Redactor } from '../../src/exchange/redactor.js';
import type { QuestionId } from '../../src/spec/open-questions.js';
import { type OperationId, operations } from '../../src/spec/operations.js';
import { parseRateLimitHeaders, type RateLimitState, rateLimitHeaderNames } from '../../src/spec/rate-limit-headers.js';
import { sentKey } from '../neutral-http.js';
import { findRoute, type Route, type ServiceAddresses } from '../route.js';
import type { Entry } from './entries.js';
import { type Pseudonyms, shownKey } from './secrets.js';

/** One request in one line, for lists that many look at: no header, no body, no key. */
export interface JournalLine {
  readonly number: number;
  /** In milliseconds since the epoch, by the fake's clock. */
  readonly startedMs: number;
  readonly method: string;
  /** Path and query, every secret in it replaced. */
  readonly target: string;
  readonly operation: OperationId | undefined;
  /** Pseudonym of the valid key that was sent. */
  readonly keyAlias: string | undefined;
  /** Undefined where the connection was reset. */
  readonly status: number | undefined;
  readonly delayMs: number;
  /** What the rate-limit headers of the answer told (§8.2); undefined where they are missing or no counts. */
  readonly limits: RateLimitState | undefined;
  /** `left`: of what passed through a proxy, the client did not wait for the end. */
  readonly cut: 'reset' | 'truncated' | 'left' | undefined;
  readonly assumed: readonly QuestionId[];
  /** Id of the fault that it met. */
  readonly faultId: string | undefined;
}

/** Which lines are asked for; every part has to fit. */
export interface LineFilter {
  readonly operation?: OperationId | undefined;
  /** A status, or a class of them such as `4xx`. */
  readonly status?: string | undefined;
  /** A key by its pseudonym or its text. */
  readonly key?: string | undefined;
  readonly method?: string | undefined;
  /** What stands somewhere in the path. */
  readonly path?: string | undefined;
  /** Only those after the one of this number. */
  readonly since?: number | undefined;
}

/** A part of a list of lines. */
export interface LinePart {
  /** Default `newest` first. */
  readonly order?: 'newest' | 'oldest' | undefined;
  /** Default 100. */
  readonly limit?: number | undefined;
  /** Goes on behind the line of this number. */
  readonly after?: number | undefined;
}

export interface LinePage {
  readonly lines: readonly JournalLine[];
  /** How many fit the filter in all. */
  readonly total: number;
  /** The `after` of the following part; undefined at the end. */
  readonly next: number | undefined;
}

/** What a filter is held against, apart from the request. */
interface Surroundings {
  readonly addresses: ServiceAddresses;
  readonly aliasOf: (key: string) => string | undefined;
}

/** Creates a test of whether a request fits every part of a filter but `since`. `alias` is the pseudonym of the key in it. */
export function lineMatcher(
  { operation, status, method, path }: LineFilter,
  alias: string | undefined,
  { addresses, aliasOf }: Surroundings,
): (entry: Entry) => boolean {
  const isOwn = (key: string) => aliasOf(key) !== undefined;
  const showsIt = (entry: Entry) => aliasOf(shownKey(entry, isOwn) ?? '') === alias;
  const isOf = (entry: Entry, id: OperationId) =>
    entry.method === operations[id].method && operationOf(entry, addresses) === id;
  // The cheap ones first: there may be ten thousand requests.
  return (entry) =>
    (method === undefined || entry.method === method) &&
    (status === undefined || hasStatus(entry, status)) &&
    (path === undefined || entry.path.includes(path)) &&
    (alias === undefined || showsIt(entry)) &&
    (operation === undefined || isOf(entry, operation));
}

function hasStatus({ response }: Entry, wanted: string): boolean {
  if (response.cut === 'reset') return false;
  const status = String(response.status);
  return status === wanted || (wanted.endsWith('xx') && status[0] === wanted[0]);
}

const USUAL_LIMIT = 100;

/**
 * Cuts a part out of the entries that fit, which are given oldest first. It goes on behind a number and not behind a place:
 * so no part has an entry twice or leaves one out, however many come in meanwhile.
 */
export function cutPage(
  fitting: readonly Entry[],
  { order = 'newest', limit = USUAL_LIMIT, after }: LinePart = {},
): Omit<LinePage, 'lines'> & { readonly entries: readonly Entry[] } {
  const isLeft = ({ number }: Entry) => after === undefined || (order === 'newest' ? number < after : number > after);
  const left = fitting.filter(isLeft);
  const entries = order === 'newest' ? left.slice(Math.max(0, left.length - limit)).reverse() : left.slice(0, limit);
  const isEnd = entries.length === left.length;
  return { entries, total: fitting.length, next: isEnd ? undefined : entries.at(-1)?.number };
}

/** A target is no URL without one; it does not show. */
const SOMEWHERE = 'http://petstore.invalid';

/**
 * Writes requests in one line each, frozen and without a secret; no body is looked at. `own` has the names of the fake's own
 * keys, and learns no other: whoever sends another wrong key each time must not make it slower and slower. `passing` has the names of
 * keys that were sent to another service through a proxy.
 */
export function writeLines(
  entries: readonly Entry[],
  addresses: ServiceAddresses,
  own: Pseudonyms,
  passing?: Redactor,
): readonly JournalLine[] {
  const routed = entries.map((entry) => ({ entry, route: findRoute(placeOf(entry), addresses) }));
  const isOneTelling = routed.some(({ entry, route }) => !isPlain(entry, route));
  const strangers = passing ?? (isOneTelling ? nameStrangers(entries, own) : own);
  return routed.map(({ entry, route }) => {
    const target = isPlain(entry, route) ? own.redact(entry.path) : hideInTarget(entry, strangers);
    return writeLine(entry, route, target, own);
  });
}

function placeOf({ path, origin }: Entry): Pick<Entry, 'path'> & { origin?: string } {
  return origin === undefined ? { path } : { path, origin };
}

/** Of the paths of the document, numbers are all that is left to the client: too short to tell a secret. */
function isPlain({ query = '' }: Entry, { operation, petIdText }: Route): boolean {
  return query === '' && operation !== undefined && (petIdText === undefined || /^-?\d{1,19}$/.test(petIdText));
}

/** Names the secrets of a few requests: what one of them sends as its key may stand in the path of another. */
function nameStrangers(entries: readonly Entry[], own: Pseudonyms): Redactor {
  const redactor = createRedactor({ isSought: isDistinctive });
  const nameOf = (secret: string) => own.aliasOf(secret) ?? redactor.nameOf(secret, 'secret');
  for (const entry of entries) {
    const key = sentKey(entry);
    if (key !== undefined) nameOf(key);
  }
  return { nameOf, redact: (text) => own.redact(redactor.redact(text)) };
}

function hideInTarget({ path, query = '', headers }: Entry, strangers: Redactor): string {
  const { url } = hideInRequest(`${SOMEWHERE}${path.startsWith('/') ? '' : '/'}${path}${query}`, headers, strangers);
  // In the exchange it may have another number.
  return strangers.redact(url.slice(SOMEWHERE.length)).replace(/secret#\d+/g, 'secret');
}

function writeLine(entry: Entry, { operation }: Route, target: string, own: Pseudonyms): JournalLine {
  const { number, startedMs, endedMs, method, response } = entry;
  const { status, delayMs, cut, assumed, faultId } = response;
  return Object.freeze({
    number,
    startedMs,
    method: own.redact(method),
    target,
    operation: operation?.method === method ? operation.id : undefined,
    keyAlias: keyAliasOf(entry, own),
    status: cut === 'reset' ? undefined : status,
    delayMs: endedMs === undefined ? delayMs : endedMs - startedMs,
    limits: limitsOf(response),
    cut: cutOf(response),
    assumed: Object.freeze([...assumed]),
    faultId,
  });
}

function cutOf({ cut, proxied: passed }: Entry['response']): JournalLine['cut'] {
  if (passed?.cutBy === 'client') return 'left';
  return passed?.cutBy === 'service' ? 'truncated' : cut;
}

function limitsOf({ cut, headers, proxied: passed }: Entry['response']): RateLimitState | undefined {
  if (cut === 'reset') return undefined;
  const list = passed?.headers ?? rateLimitHeaderNames.map((name) => [name, headers[name] ?? ''] as const);
  const limits = parseRateLimitHeaders({ get: (name) => headerOf(list, name) ?? null });
  return limits && Object.freeze(limits);
}

function keyAliasOf(entry: Entry, own: Pseudonyms): string | undefined {
  const { hasGoodKey, response } = entry;
  if (response.keyAlias !== undefined) return response.keyAlias;
  const key = sentKey(entry) ?? '';
  if (response.proxied !== undefined) return own.proxiedAlias(key);
  // Under a path outside the service nobody has looked at the key.
  return hasGoodKey ? own.aliasOf(key) : undefined;
}

/** Returns the operation whose method and path a request has, as the addresses are now. */
export function operationOf({ method, path, origin }: Entry, addresses: ServiceAddresses): OperationId | undefined {
  const { operation } = findRoute(origin === undefined ? { path } : { path, origin }, addresses);
  return operation?.method === method ? operation.id : undefined;
}
