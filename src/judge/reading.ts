import {
  bySending,
  type Credential,
  type Exchange,
  type HeaderList,
  headerOf,
  type RecordedBody,
  rateLimitsOf,
} from '../exchange/exchange.js';
import { MOST_VALUES, parseRecordedJson } from '../exchange/recorded-json.js';
import type { RunFacts } from '../exchange/transcript.js';
import { parseHttpDate } from '../json/dates.js';
import { exactInteger, type Int64Text, isInt64, isInt64Text, LosslessNumber } from '../json/exact-number.js';
import { isJsonObject, JsonError, type JsonObject, type JsonValue } from '../json/json.js';
import { memoize } from '../json/memoize.js';
import { parseUrl } from '../json/parse-url.js';
import { matchTemplate, parseTemplate } from '../service/path-template.js';
import type { RateLimitState } from '../service/rate-limit-headers.js';
import type { Operation, Service } from '../service/service.js';

export function readingsBySending(one: Reading, other: Reading): number {
  return bySending(one.exchange, other.exchange);
}

/** A parsed body. `unknown`: inconclusive, and why; `isUnread`: there was no room in memory. */
export type ReadBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: JsonValue }
  | { readonly kind: 'unreadable'; readonly problem: string }
  | { readonly kind: 'unknown'; readonly why: string; readonly isUnread?: true | undefined };

/** One exchange, parsed for the judge. */
export interface Reading extends Destination {
  readonly number: number;
  readonly exchange: Exchange;
  readonly credential: Credential;
  /** The pseudonym of the key that was sent, also in the wrong place; undefined without a known one. */
  readonly keyName: string | undefined;
  /** The request was sent with a key that is good, or may be. */
  readonly isKeyed: boolean;
  readonly sent: ReadBody;
  /** Media type of the request in lower case without parameters; undefined where it had none. */
  readonly sentType: string | undefined;
  readonly status: number | undefined;
  readonly received: ReadBody;
  /** A response header, several of one name joined; undefined if absent. */
  readonly header: (name: string) => string | undefined;
  readonly limits: RateLimitState | undefined;
  readonly isAccepted: boolean;
  /** The service's time of the response, else the time of receipt; milliseconds since the epoch. */
  readonly respondedMs: number;
  /** The response was sent between these two, by `Date` and by the sender's clock: either may be wrong. */
  readonly earliestMs: number;
  readonly latestMs: number;
  readonly hasDate: boolean;
  /** The sender's clock alone tells the time of the response, and may be wrong. */
  readonly isClockUnclear?: boolean;
  /** Got 429: inconclusive for every rule that expects another status. */
  readonly isLimited: boolean;
  /** Not a response of the service itself, or not for this request alone (`Age`, `X-Cache`, a 304 to a condition), or unknown. */
  readonly isCached: boolean;
  /** A header that is missing here may have been sent. */
  readonly mayHideHeaders: boolean;
  /** The request uses something that the document does not cover (`Prefer`, conditional requests, ranges, no JSON). */
  readonly isSpecial: boolean;
}

/** Bodies by their text. Most lists of a run are equal, and parsing them takes most of the time. */
export class KnownBodies {
  readonly #read = new Map<string, ReadBody>();
  readonly #values = { left: MOST_VALUES };

  read(text: string | undefined): ReadBody {
    if (text === undefined || text === '') return { kind: 'none' };
    const read = this.#read.get(text) ?? this.#parse(text);
    this.#read.set(text, read);
    return read;
  }

  #parse(text: string): ReadBody {
    try {
      return { kind: 'json', value: parseRecordedJson(text, this.#values) };
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      if (error.rule === 'values') return { kind: 'unknown', why: tooManyValues(), isUnread: true };
      if (error.rule !== undefined) return { kind: 'unknown', why: error.message };
      return { kind: 'unreadable', problem: error.message };
    }
  }
}

/** When needed: the first number that Node formats costs 8 ms. */
const tooManyValues = () =>
  `all bodies together hold over ${MOST_VALUES.toLocaleString('en')} JSON values, so not every one was read`;

/** Returns undefined for an exchange outside the service's addresses. Bodies with equal texts are parsed once. */
export function readExchange(
  exchange: Exchange,
  addresses: Addresses,
  service: Service,
  known = new KnownBodies(),
): Reading | undefined {
  const { request, response, number } = exchange;
  const place = locateUrl(request.url, addresses, service);
  if (place === undefined) return undefined;
  const values = new Map<string, string>();
  for (const [name, value] of response?.headers ?? []) {
    const before = values.get(name.toLowerCase());
    values.set(name.toLowerCase(), before === undefined ? value : `${before}, ${value}`);
  }
  const header = (name: string) => values.get(name.toLowerCase());
  const { credential } = request;
  const status = response?.status ?? 0;
  const dateMs = parseHttpDate(header('date') ?? '');
  const respondedMs = dateMs ?? exchange.endedMs;
  const tookMs = exchange.endedMs - exchange.startedMs;
  const isSpecial = asksForMore(request.headers);
  const sent: ReadBody = request.isBodyMissing
    ? { kind: 'unknown', why: 'the request body is unknown' }
    : known.read(request.body);
  return {
    number,
    exchange,
    ...findOperation(request.method, place, service),
    credential,
    keyName: 'name' in credential ? credential.name : undefined,
    isKeyed: credential.kind === 'bearer' ? credential.standing !== 'wrong' : credential.kind === 'unknown',
    sentType: headerOf(request.headers, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase(),
    sent,
    received: response === undefined ? { kind: 'unknown', why: 'no response' } : readBody(response.body, known),
    status: response?.status,
    header,
    limits: rateLimitsOf(response),
    respondedMs,
    earliestMs: Math.min(respondedMs - tookMs, exchange.startedMs),
    latestMs: Math.max(respondedMs, exchange.endedMs),
    hasDate: dateMs !== undefined,
    isAccepted: status >= 200 && status < 300,
    isLimited: status === 429,
    isCached:
      (status === 304 && isSpecial) ||
      response?.mayBeCached === true ||
      (MAY_BE_KEPT.includes(request.method) &&
        (/[1-9]/.test(header('age') ?? '') || isCacheHit(response?.headers ?? []))),
    mayHideHeaders: response?.mayHideHeaders === true,
    isSpecial,
  };
}

/** A cache forwards every other request (RFC 9111 §4), whatever headers it adds. */
const MAY_BE_KEPT: readonly string[] = ['GET', 'HEAD'];

/** Caches without `Age` use their own headers: `X-Cache: Hit from cloudfront`, `Cache-Status: Example; hit`. */
function isCacheHit(headers: HeaderList): boolean {
  return headers.some(
    ([name, value]) => /cache(?:-status)?$/i.test(name) && /(?<![a-z])(?:hit|stale)(?![a-z])/i.test(value),
  );
}

function asksForMore(headers: HeaderList): boolean {
  if (headers.some(([name]) => /^(?:prefer|range|if-.*|x-http-method(?:-override)?|x-method-override)$/i.test(name))) {
    return true;
  }
  const accept = headerOf(headers, 'accept');
  const takesJson = accept === undefined || accept.trim() === '' || accept.split(',').some(isJsonOrAny);
  return !takesJson || /only-if-cached/i.test(headerOf(headers, 'cache-control') ?? '');
}

function isJsonOrAny(range: string): boolean {
  return (
    /^\s*(?:application\/json|application\/\*|\*\/\*)\s*(?:;|$)/i.test(range) && !/;\s*q=0(?:\.0*)?\s*$/i.test(range)
  );
}

function readBody(body: RecordedBody, known: KnownBodies): ReadBody {
  switch (body.kind) {
    case 'empty':
      return { kind: 'none' };
    case 'missing':
      if (body.isMiscoded) return { kind: 'unreadable', problem: body.why };
      return { kind: 'unknown', why: body.why, isUnread: body.isDropped };
    case 'binary':
      return { kind: 'unreadable', problem: 'it is not UTF-8 text' };
    case 'text': {
      const read = known.read(body.text);
      if (read.kind !== 'unreadable' || !body.isRedacted) return read;
      return { kind: 'unknown', why: 'a key in the body was redacted' };
    }
  }
}

export function objectOf(body: ReadBody): JsonObject | undefined {
  return body.kind === 'json' && isJsonObject(body.value) ? body.value : undefined;
}

export type Addresses = Pick<RunFacts, 'baseUrl' | 'messagesUrl'>;

export interface Destination {
  /** The documented operation; undefined for any other method or path. */
  readonly operation: Operation | undefined;
  /** The parameter of the path, decoded, where the operation has one; not necessarily an integer. */
  readonly pathId: string | undefined;
  /** The same as it was sent: how an id may be spelled is open. */
  readonly sentId: string | undefined;
  /** Everything in the path except the id is spelled as in the document. */
  readonly isUsualPath: boolean;
}

/** Returns the documented operation that a request asks for; undefined for any other method or path. */
export function operationOf(
  { method, url }: Pick<Exchange['request'], 'method' | 'url'>,
  addresses: Addresses,
  service: Service,
): Operation | undefined {
  const place = locateUrl(url, addresses, service);
  return place && findOperation(method, place, service).operation;
}

/** Where a request goes: the segments of its path below each address of the service that it lies below. */
interface Place {
  readonly base: readonly string[] | undefined;
  readonly messages: readonly string[] | undefined;
  /** The URL has dot segments or backslashes, which the segments lack: a service may see either. */
  readonly isNormalised: boolean;
}

/** Returns where a URL lies below the addresses; undefined if elsewhere. What has an address of its own lies there alone. */
export function locateUrl(url: string, { baseUrl, messagesUrl }: Addresses, service: Service): Place | undefined {
  const address = addressOf(url);
  const below = (base: string | undefined) => {
    const start = base === undefined ? undefined : `${addressOf(base)?.replace(/\/$/, '')}/`;
    return start !== undefined && address?.startsWith(start) ? address.slice(start.length).split('/') : undefined;
  };
  const messages = below(messagesUrl);
  const isOwn = messages !== undefined && hasPath(service, messages.join('/'));
  const place = { base: isOwn ? undefined : below(baseUrl), messages: isOwn ? messages : undefined };
  if (place.base === undefined && place.messages === undefined) return undefined;
  return { ...place, isNormalised: /^[^?#]*(?:\\|\/(?:\.|%2e){1,2}(?:[/?#]|$))/i.test(url) };
}

function hasPath(service: Service, path: string): boolean {
  return Object.values(service.operations).some((one) => one.address === 'messages' && one.path === `/${path}`);
}

/** Origin and path; undefined where a recording holds no URL. */
function addressOf(url: string): string | undefined {
  const parsed = parseUrl(url);
  return parsed && `${parsed.origin}${parsed.pathname}`;
}

const templatesOf = memoize(({ operations }: Service) =>
  Object.values(operations).map((operation) => ({ operation, template: parseTemplate(operation.path) })),
);

/** Returns the operations of a service with this path, whatever the method. `path` begins with its first segment. */
export function operationsWithPath(service: Service, path: string): Operation[] {
  return templatesOf(service).flatMap(({ operation, template }) => (matchTemplate(template, path) ? [operation] : []));
}

function findOperation(method: string, place: Place, service: Service): Destination {
  for (const { operation, template } of templatesOf(service)) {
    const segments = place[operation.address];
    const parameters = operation.method === method && segments && matchTemplate(template, segments.join('/'));
    if (!parameters || segments === undefined) continue;
    const isLiteral = template.segments.every((one, index) => one.startsWith('{') || one === segments[index]);
    const at = template.segments.findIndex((one) => one.startsWith('{'));
    const pathId = operation.pathId && (parameters[operation.pathId] ?? segments[at]);
    return { operation, pathId, sentId: segments[at], isUsualPath: isLiteral && !place.isNormalised };
  }
  const segments = place.messages ?? place.base ?? [];
  const isUsualPath = !place.isNormalised && segments.every((segment) => UNRESERVED.test(segment));
  return { operation: undefined, pathId: undefined, sentId: undefined, isUsualPath };
}

/** The characters that RFC 3986 §2.3 leaves unreserved: no service reads them in another way. */
const UNRESERVED = /^[\w.~-]*$/;

const NUMBER = /^[+-]?\d+(?:\.\d*)?(?:e[+-]?\d+)?$/i;
/** A service may make anything of an empty id, groups of digits, those of another script, a format, a separator, or what is encoded twice. */
const UNCLEAR = /^$|^[+-]?\p{Nd}+(?:_\p{Nd}+)*(?:\.[a-z]+)?$|[%;/\\\0]/iu;

/** Returns whether an id is certainly not an int64, in whatever spelling: `007`, `+7`, `7.0` and `7e0` may be 7. */
export function isNoInt64(id: string): boolean {
  const text = id.trim();
  if (!NUMBER.test(text)) return !UNCLEAR.test(text);
  const integer = exactInteger(new LosslessNumber(text.replace(/^\+/, '').replace(/\.(?!\d)/, '')));
  return integer === undefined || !isInt64(integer);
}

/** Returns whether the id of a request is certainly not an int64, however a service reads its spelling. */
export function hasMalformedId({ pathId }: Destination): boolean {
  return pathId !== undefined && isNoInt64(pathId);
}

/** Returns the id in the path of a request; undefined without an int64 in its usual spelling. */
export function pathIdOf({ pathId, sentId = '' }: Destination): Int64Text | undefined {
  return pathId !== undefined && isInt64Text(sentId) ? sentId : undefined;
}
