import {
  bySending,
  type Credential,
  type Exchange,
  type HeaderList,
  headerOf,
  type RecordedBody,
} from '../exchange/exchange.js';
import { MOST_VALUES, parseRecordedJson } from '../exchange/recorded-json.js';
import { parseHttpDate } from '../json/dates.js';
import { isJsonObject, JsonError, type JsonObject, type JsonValue } from '../json/json.js';
import { parseRateLimitHeaders, type RateLimitState } from '../service/rate-limit-headers.js';
import type { Service } from '../service/service.js';
import { type Addresses, type Destination, findOperation, findPlace } from './destination.js';

/** Compares by the time of sending, for `sort`. */
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
  /**
   * The response was sent between these two, by `Date` and by the sender's clock: either may be wrong, and neither is
   * promised.
   */
  readonly earliestMs: number;
  readonly latestMs: number;
  /** Got 429: inconclusive for every rule that expects another status. */
  readonly isLimited: boolean;
  /** Not a response of the service itself, or not for this request alone (`Age`, `X-Cache`, 304), or unknown. */
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
      if (error.rule === 'values') return { kind: 'unknown', why: TOO_MANY_VALUES, isUnread: true };
      if (error.rule !== undefined) return { kind: 'unknown', why: error.message };
      return { kind: 'unreadable', problem: error.message };
    }
  }
}

const TOO_MANY_VALUES = `all bodies together hold over ${MOST_VALUES.toLocaleString('en')} JSON values, so not every one was read`;

/** Returns undefined for an exchange outside the service's addresses. Bodies with equal texts are parsed once. */
export function readExchange(
  exchange: Exchange,
  addresses: Addresses,
  service: Service,
  known = new KnownBodies(),
): Reading | undefined {
  const { request, response, number } = exchange;
  const place = findPlace(request.url, addresses, service);
  if (place === undefined) return undefined;
  const header = finderOf(response?.headers ?? []);
  const { credential } = request;
  const status = response?.status ?? 0;
  const respondedMs = parseHttpDate(header('date') ?? '') ?? exchange.endedMs;
  const tookMs = exchange.endedMs - exchange.startedMs;
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
    limits: parseRateLimitHeaders({ get: (name) => header(name) ?? null }),
    respondedMs,
    earliestMs: Math.min(respondedMs - tookMs, exchange.startedMs),
    latestMs: Math.max(respondedMs, exchange.endedMs),
    isAccepted: status >= 200 && status < 300,
    isLimited: status === 429,
    isCached:
      status === 304 ||
      response?.mayBeCached === true ||
      (MAY_BE_KEPT.includes(request.method) &&
        (/[1-9]/.test(header('age') ?? '') || isCacheHit(response?.headers ?? []))),
    mayHideHeaders: response?.mayHideHeaders === true,
    isSpecial: asksForMore(request.headers),
  };
}

/** Returns a function that finds a header like {@link headerOf}; rules ask for the same ones again and again. */
function finderOf(headers: HeaderList): (name: string) => string | undefined {
  const found = new Map<string, string>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const before = found.get(key);
    found.set(key, before === undefined ? value : `${before}, ${value}`);
  }
  return (name) => found.get(name.toLowerCase());
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

/** Returns a body that is a JSON object. */
export function objectOf(body: ReadBody): JsonObject | undefined {
  return body.kind === 'json' && isJsonObject(body.value) ? body.value : undefined;
}
