import {
  bySending,
  type Credential,
  type Exchange,
  type HeaderList,
  headerOf,
  type RecordedBody,
} from '../exchange/exchange.js';
import { MOST_VALUES, parseRecordedJson } from '../exchange/recorded-json.js';
import { redactExchange } from '../exchange/redact-exchange.js';
import type { Redactor } from '../exchange/redactor.js';
import type { Level, ReceivedTranscript, RunFacts, Transcript } from '../exchange/transcript.js';
import { parseHttpDate } from '../json/dates.js';
import { type Int64Text, integerOf, isInt64Text } from '../json/exact-number.js';
import { isJsonObject, JsonError, type JsonObject, type JsonValue } from '../json/json.js';
import { parseRateLimitHeaders, type RateLimitState, rateLimitHeaderNames } from '../service/rate-limit-headers.js';
import { type Addresses, type Destination, findOperation, findPlace } from './operation-of.js';
import { petsIn } from './path-ids.js';

/** What the judge knows besides the exchanges. */
export interface JudgeSettings extends Pick<RunFacts, 'baseUrl' | 'messagesUrl' | 'plan' | 'isExclusive'> {
  /** How far the run went; undefined for a recording. */
  readonly level: Level | undefined;
}

/** What rules judge: all exchanges with the service, in order, as they were received. Gathered once, and shared by all who judge. */
export interface Evidence {
  readonly settings: JudgeSettings;
  /** Exchanges under the base URL or the messages URL; others are ignored. */
  readonly readings: readonly Reading[];
  /** Hides the secrets in what is said about the readings; undefined if they contain none. */
  readonly secrets?: Redactor | undefined;
}

/** Returns the part of an exchange that is judged. */
type JudgedPart = (exchange: Exchange, secrets: Redactor | undefined) => Exchange;

export function gatherEvidence(
  transcript: Transcript | ReceivedTranscript,
  settings: JudgeSettings,
  part?: JudgedPart,
): Evidence {
  const steps = gatherInSteps(transcript, settings, part);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Gathers the same evidence, an exchange at a step: for who has other things to do meanwhile. */
export function* gatherInSteps(
  transcript: Transcript | ReceivedTranscript,
  settings: JudgeSettings,
  part: JudgedPart = (exchange) => exchange,
): Generator<void, Evidence> {
  const secrets = 'secrets' in transcript ? transcript.secrets : undefined;
  const known = new KnownBodies();
  const readings: (Reading | undefined)[] = [];
  // Where there is no room for all, the newest are read.
  for (const exchange of transcript.exchanges.toReversed()) {
    readings.push(readExchange(part(exchange, secrets), settings, known));
    yield;
  }
  readings.reverse();
  const found = markCopies(readings.filter((reading) => reading !== undefined)).map(asDocumented);
  return { settings, readings: found, secrets };
}

/** Returns the evidence without secrets, for those who repeat what they read: observers of open questions, and learning. */
export function redactEvidence(evidence: Evidence): Evidence {
  const { settings, readings, secrets } = evidence;
  if (secrets === undefined) return evidence;
  const received = readings.map(({ exchange }) => exchange);
  const exchanges = received.map((exchange) => redactExchange(exchange, secrets));
  if (exchanges.every((exchange, index) => exchange === received[index])) return { settings, readings };
  return gatherEvidence({ exchanges, run: undefined }, settings);
}

/** A path that is spelled in another way than the document's may be another path to the service, which need not decode or normalise. */
function asDocumented(reading: Reading): Reading {
  if (reading.isUsualPath) return reading;
  const nothing = { operation: undefined, petId: undefined, target: undefined, mayTarget: undefined };
  return { ...reading, ...nothing, petIds: [] };
}

/** Marks repeated responses of a cache within one second: their `Age` is 0, but they repeat the `Date` of the original. */
function markCopies(readings: readonly Reading[]): Reading[] {
  const originals = new Set<string>();
  return readings.map((reading) => {
    const { exchange, header, isCached } = reading;
    if (isCached || exchange.request.method !== 'GET' || header('age') === undefined) return reading;
    const mark = [exchange.request.url, ...['Date', ...rateLimitHeaderNames].map(header)].join(' ');
    const isCopy = originals.has(mark);
    originals.add(mark);
    return isCopy ? { ...reading, isCached: true } : reading;
  });
}

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
  /** The pet of an update; undefined if the request is not an update, or its id not a canonical int64 in the usual spelling. */
  readonly target: Int64Text | undefined;
  /** The pets that a service may take a request to be for, however it reads the id; undefined: any. */
  readonly mayTarget: readonly Int64Text[] | undefined;
  readonly credential: Credential;
  /** The pseudonym of the key that was sent, also in the wrong place; undefined without a known one. */
  readonly keyName: string | undefined;
  /** The request was sent with a key that is good, or may be. */
  readonly isKeyed: boolean;
  readonly sent: ReadBody;
  /** The exact integer in the field `quantity` of the request body. */
  readonly quantitySent: bigint | undefined;
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

/** Returns a function that computes the value of each source once: many rules need the same ones, and some are large. */
export function oncePer<Source extends object, Value>(compute: (source: Source) => Value): (source: Source) => Value {
  const known = new WeakMap<Source, { readonly value: Value }>();
  return (source) => {
    const found = known.get(source);
    if (found !== undefined) return found.value;
    const value = compute(source);
    known.set(source, { value });
    return value;
  };
}

/** Bodies by their text. Most lists of a run are equal, and parsing them takes most of the time. */
class KnownBodies {
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
export function readExchange(exchange: Exchange, addresses: Addresses, known = new KnownBodies()): Reading | undefined {
  const { request, response, number } = exchange;
  const place = findPlace(request.url, addresses);
  if (place === undefined) return undefined;
  const header = finderOf(response?.headers ?? []);
  const { operation, petId, petIds, isUsualPath } = findOperation(request.method, place);
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
    operation,
    petId,
    petIds,
    isUsualPath,
    target: operation === 'updateInventory' && petIds.length === 1 && isInt64Text(petId ?? '') ? petId : undefined,
    mayTarget: operation === 'updateInventory' ? petsIn(petIds) : undefined,
    credential,
    keyName: 'name' in credential ? credential.name : undefined,
    isKeyed: credential.kind === 'bearer' ? credential.standing !== 'wrong' : credential.kind === 'unknown',
    sentType: headerOf(request.headers, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase(),
    sent,
    quantitySent: integerOf(objectOf(sent)?.quantity),
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

/** Returns the exchanges whose bodies are not judged, since memory has no room for them. */
export const unreadIn = oncePer(({ readings }: Evidence): readonly Reading[] =>
  readings.filter(({ received }) => received.kind === 'unknown' && received.isUnread),
);

/** Returns a body that is a JSON object. */
export function objectOf(body: ReadBody): JsonObject | undefined {
  return body.kind === 'json' && isJsonObject(body.value) ? body.value : undefined;
}
