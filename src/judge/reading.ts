import { type Credential, type Exchange, type HeaderList, headerOf, type RecordedBody } from '../exchange/exchange.js';
import { parseHttpDate } from '../spec/dates.js';
import { isJsonObject, JsonError, type JsonObject, type JsonValue, parseJson } from '../spec/json.js';
import { hasPetId, type OperationId, operations } from '../spec/operations.js';
import { parseUrl } from '../spec/parse-url.js';
import { matchTemplate, parseTemplate } from '../spec/path-template.js';
import { parseRateLimitHeaders, type RateLimitState } from '../spec/rate-limit-headers.js';

/** A body as the judge understands it. `unknown`: nothing may be concluded from it, and why. */
export type ReadBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: JsonValue }
  | { readonly kind: 'unreadable'; readonly problem: string }
  | { readonly kind: 'unknown'; readonly why: string };

/** One exchange as the judge understands it. */
export interface Reading {
  readonly number: number;
  readonly exchange: Exchange;
  /** The documented operation that was asked for; undefined for any other method or path. */
  readonly operation: OperationId | undefined;
  /** The last segment of the path, decoded, where the operation has a `{petId}`; not necessarily an integer. */
  readonly petId: string | undefined;
  readonly credential: Credential;
  readonly sent: ReadBody;
  /** Media type of the request in lower case without parameters; undefined where it had none. */
  readonly sentType: string | undefined;
  /** Undefined when no answer came. */
  readonly status: number | undefined;
  readonly received: ReadBody;
  /** A header of the answer, several of one name joined; undefined where it has none. */
  readonly header: (name: string) => string | undefined;
  readonly limits: RateLimitState | undefined;
  /** The service's time when it answered, else the time of receipt; milliseconds since the epoch. */
  readonly answeredMs: number;
  /**
   * Between these two it was answered, by `Date` and by the clock of the sender alike: either may be wrong, and nothing is promised
   * of them.
   */
  readonly earliestMs: number;
  readonly latestMs: number;
  /** Answered 429: no rule that expects another answer may conclude anything. */
  readonly isLimited: boolean;
  /** Not answered by the service itself, or not for this request alone (`Age`, `X-Cache`, 304), or nobody can tell. */
  readonly isCached: boolean;
  /** A header that is not seen may have been there. */
  readonly mayHideHeaders: boolean;
  /** The request asks for something that no document promises (`Prefer`, conditional requests, ranges, no JSON). */
  readonly isSpecial: boolean;
}

interface Addresses {
  readonly baseUrl: string;
  readonly messagesUrl: string | undefined;
}

/** Returns undefined for an exchange with somebody else. */
export function readExchange(exchange: Exchange, addresses: Addresses): Reading | undefined {
  const { request, response, number } = exchange;
  const place = findPlace(request.url, addresses);
  if (place === undefined) return undefined;
  const header = (name: string) => (response === undefined ? undefined : headerOf(response.headers, name));
  const { operation, petId } = findOperation(request.method, place);
  const answeredMs = parseHttpDate(header('date') ?? '') ?? exchange.endedMs;
  const tookMs = exchange.endedMs - exchange.startedMs;
  return {
    number,
    exchange,
    operation,
    petId,
    credential: request.credential,
    sent: request.isBodyMissing
      ? { kind: 'unknown', why: 'the body that was sent is not known' }
      : readText(request.body),
    sentType: mediaType(headerOf(request.headers, 'content-type')),
    status: response?.status,
    received: response === undefined ? { kind: 'unknown', why: 'no answer came' } : readBody(response.body),
    header,
    limits: parseRateLimitHeaders({ get: (name) => header(name) ?? null }),
    answeredMs,
    earliestMs: Math.min(answeredMs - tookMs, exchange.startedMs),
    latestMs: Math.max(answeredMs, exchange.endedMs),
    isLimited: response?.status === 429,
    isCached:
      response?.status === 304 ||
      response?.mayBeCached === true ||
      (MAY_BE_KEPT.includes(request.method) &&
        (/[1-9]/.test(header('age') ?? '') || isCacheHit(response?.headers ?? []))),
    mayHideHeaders: response?.mayHideHeaders === true,
    isSpecial: asksForMore(request.headers),
  };
}

/** A cache passes every other request on (RFC 9111 §4), whatever it writes on the answer. */
const MAY_BE_KEPT: readonly string[] = ['GET', 'HEAD'];

/** Caches that send no `Age` tell it in headers of their own: `X-Cache: Hit from cloudfront`, `Cache-Status: Example; hit`. */
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

interface Place {
  readonly segments: readonly string[];
  readonly isMessages: boolean;
}

/** Where below the addresses a URL lies. The messages URL is asked first: it may be the base URL or lie below it. */
function findPlace(url: string, { baseUrl, messagesUrl }: Addresses): Place | undefined {
  const address = addressOf(url);
  const below = (base: string) => {
    const start = `${addressOf(base)?.replace(/\/$/, '')}/`;
    return address?.startsWith(start) ? address.slice(start.length).split('/') : undefined;
  };
  const messages = messagesUrl === undefined ? undefined : below(messagesUrl);
  if (messages?.length === 1 && messages[0] === 'messages') return { segments: messages, isMessages: true };
  const segments = below(baseUrl);
  return segments && { segments, isMessages: false };
}

/** Origin and path; undefined where a recording holds no URL. */
function addressOf(url: string): string | undefined {
  const parsed = parseUrl(url);
  return parsed && `${parsed.origin}${parsed.pathname}`;
}

const templates = Object.values(operations).map((operation) => ({
  operation,
  template: parseTemplate(operation.path),
}));

function findOperation(method: string, { segments, isMessages }: Place): Pick<Reading, 'operation' | 'petId'> {
  for (const { operation, template } of templates) {
    if (operation.method !== method || (operation.address === 'messages') !== isMessages) continue;
    const parameters = matchTemplate(template, segments);
    if (parameters === undefined) continue;
    return { operation: operation.id, petId: hasPetId(operation) ? (parameters.petId ?? segments.at(-1)) : undefined };
  }
  return { operation: undefined, petId: undefined };
}

function mediaType(text: string | undefined): string | undefined {
  return text?.split(';', 1)[0]?.trim().toLowerCase();
}

function readBody(body: RecordedBody): ReadBody {
  switch (body.kind) {
    case 'empty':
      return { kind: 'none' };
    case 'missing':
      return { kind: 'unknown', why: body.why };
    case 'binary':
      return { kind: 'unreadable', problem: 'it is no text in UTF-8' };
    case 'text': {
      const read = readText(body.text);
      if (read.kind !== 'unreadable' || !body.isRedacted) return read;
      return { kind: 'unknown', why: 'a key stood in the body and was taken out' };
    }
  }
}

function readText(text: string | undefined): ReadBody {
  if (text === undefined || text === '') return { kind: 'none' };
  try {
    return { kind: 'json', value: parseRecordedJson(text) };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    if (error.rule !== undefined) return { kind: 'unknown', why: error.message };
    return { kind: 'unreadable', problem: error.message };
  }
}

/** Returns a body that is a JSON object. */
export function objectOf(body: ReadBody): JsonObject | undefined {
  return body.kind === 'json' && isJsonObject(body.value) ? body.value : undefined;
}

/** Far more than any list of pets has; a few bytes of JSON become a hundred in memory. */
const MOST_VALUES = 1_000_000;
/** Deeper than any answer, and than the deepest body that learning sends; still bounded, since the parser recurses. */
const MOST_LEVELS = 1_100;

/**
 * Reads a body as a patient client does: a byte order mark may be ignored (RFC 8259 §8.1), a repeated key is JSON (§4).
 * Throws a JsonError; one with a `rule` is of a text that may well be JSON.
 */
export function parseRecordedJson(text: string): JsonValue {
  return parseJson(text.replace(/^\uFEFF/, ''), {
    maxDepth: MOST_LEVELS,
    maxValues: MOST_VALUES,
    duplicateKeys: 'last-wins',
  });
}
