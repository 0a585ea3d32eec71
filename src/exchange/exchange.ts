import { parseRateLimitHeaders, type RateLimitState } from '../service/rate-limit-headers.js';

/** Header names as written, with their values, in order; a name may occur several times. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** A request as it was sent, with the credentials in its URL and headers replaced by their pseudonyms. */
export interface RecordedRequest {
  readonly method: string;
  /** The whole URL, without a fragment. */
  readonly url: string;
  readonly headers: HeaderList;
  readonly body: string | undefined;
  /** The body is not recorded, or not as it was sent; no rule may conclude anything from it. */
  readonly isBodyMissing?: true;
  readonly credential: Credential;
}

/**
 * A response body, decoded. `missing`: it is unknown or not whole (not recorded, too large, cut off); no rule may conclude
 * anything from it, unless `isMiscoded`: all of it arrived, and is not what `Content-Encoding` or `Content-Length` says. `isDropped`: a run had no more room for it. `isRedacted`: a secret was replaced in the text, which may have made it invalid.
 */
export type RecordedBody =
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly text: string; readonly isRedacted: boolean }
  | { readonly kind: 'binary'; readonly bytes: number }
  | { readonly kind: 'missing'; readonly why: string; readonly isMiscoded?: true; readonly isDropped?: true };

/** A response as it was received, with the credentials in its headers replaced by their pseudonyms. */
export interface RecordedResponse extends Omit<RawResponse, 'body' | 'incomplete' | 'isMiscoded'> {
  readonly body: RecordedBody;
}

/** One request and its response or failure, frozen. In a ReceivedTranscript a text may repeat a secret; in any other none does. */
export interface Exchange extends Omit<RawExchange, 'request' | 'response' | 'probe' | 'cutBy'> {
  /** Its position in the transcript, counted from 1. */
  readonly number: number;
  /** The probe that sent it; undefined if the suite did not. */
  readonly probe: string | undefined;
  readonly request: RecordedRequest;
  readonly response: RecordedResponse | undefined;
}

/** Returns the headers of a request or response of the Fetch API with names in lower case: happy-dom keeps the case that the client wrote. */
export function pairsOf(headers: Headers): HeaderList {
  return [...headers].map(([name, value]) => [name.toLowerCase(), value] as const);
}

/** Returns the value of a header, whatever the case of its name. Several values are joined by `, ` (RFC 9110 §5.3). */
export function headerOf(headers: HeaderList, name: string): string | undefined {
  const wanted = name.toLowerCase();
  let joined: string | undefined;
  for (const [each, value] of headers) {
    if (each.toLowerCase() === wanted) joined = joined === undefined ? value : `${joined}, ${value}`;
  }
  return joined;
}

export function valuesOf(headers: HeaderList, name: string): string[] {
  const wanted = name.toLowerCase();
  return headers.flatMap(([each, value]) => (each.toLowerCase() === wanted ? value : []));
}

/** Returns the limits that the headers of a response describe (§8.2); undefined if they are incomplete or malformed. One that is sent twice counts if both are equal. */
export function rateLimitsOf(response: { readonly headers: HeaderList } | undefined): RateLimitState | undefined {
  const get = (name: string) => [...new Set(valuesOf(response?.headers ?? [], name))].join(', ') || null;
  return parseRateLimitHeaders({ get });
}

export function isGivenKey(credential: Credential): boolean {
  return credential.kind === 'bearer' && credential.standing === 'given';
}

/**
 * How a request authenticates. `name` is a pseudonym such as `key#1`, always the same for the same key.
 *
 * - `none`: certainly none was sent.
 * - `bearer`: `Authorization: Bearer <key>`. Standing: `given` by the user as a good key, `wrong`
 *   because the suite invented it, or `unknown` (a recording).
 * - `misplaced`: a given key in the wrong place: anywhere but alone behind `Bearer`.
 * - `unknown`: a recording whose credentials may have been removed.
 */
export type Credential =
  | { readonly kind: 'none' }
  | { readonly kind: 'bearer'; readonly name: string; readonly standing: 'given' | 'wrong' | 'unknown' }
  | { readonly kind: 'misplaced'; readonly name: string; readonly where: MisplacedKey }
  | { readonly kind: 'unknown' };

/** The wrong places for a key, each as the end of “the key …”. */
export const misplacedKeys = {
  basic: 'as Basic credentials',
  user: 'as the user name of Basic credentials',
  token: 'under the scheme Token',
  apikey: 'under the scheme ApiKey',
  bare: 'without a scheme',
  quotes: 'in quotes',
  tail: 'with a word after it',
  comma: 'with a comma and more text after it',
  twice: 'with the word Bearer twice',
  query: 'in the query',
  header: 'in other headers',
  cookie: 'in cookies',
  body: 'in the body',
  elsewhere: 'in other headers, cookies and the query',
  beside: 'in other headers and cookies, beside a wrong one',
} as const;

export type MisplacedKey = keyof typeof misplacedKeys;

/** One exchange as it was sent and received; nothing is redacted yet. */
export interface RawExchange {
  readonly request: RawRequest;
  readonly response: RawResponse | undefined;
  readonly failure: string | undefined;
  readonly probe?: string;
  /** Who closed the connection before the end of the response, if known. */
  readonly cutBy?: 'service' | 'client';
  /** Milliseconds since the epoch, by one clock. */
  readonly startedMs: number;
  readonly endedMs: number;
  /** Up to which exchange all responses had been received when this was sent; left out if unknown. */
  readonly sentAfter?: number | undefined;
  /** The exchange whose request was sent again from a control room: no client did. */
  readonly replayOf?: number | undefined;
  /** Its begin and end among all exchanges of this recorder, counted from 1: exact, unlike the times. Left out if unknown. */
  readonly order?: { readonly began: number; readonly ended: number } | undefined;
}

export interface RawRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array | string | undefined;
  /** A body was sent, but is not at hand or not whole. */
  readonly isBodyMissing?: true;
  /** The request may carry credentials that cannot be seen, such as cookies added by a browser. */
  readonly mayHideCredentials?: true;
}

/** A response as it was received, its body decoded: no gzip, no chunks. */
export interface RawResponse<Body extends Uint8Array | string = Uint8Array | string> {
  /** Such as `1.1` or `2`; empty if unknown. */
  readonly httpVersion: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  readonly body: Body;
  /** Why the body is not whole, in a few words; undefined if it is. */
  readonly incomplete: string | undefined;
  /** It is whole, but not coded as `Content-Encoding`, or not as long as `Content-Length` says; `incomplete` explains it. */
  readonly isMiscoded?: true | undefined;
  /** Read by a page of another origin, which sees only exposed headers: no header is known to be absent. */
  readonly mayHideHeaders?: true;
  /** Read by a page, which cannot distinguish the service's response from one in the browser's cache. */
  readonly mayBeCached?: true;
}

export type WireResponse = RawResponse<Uint8Array>;

type Sent = Pick<Exchange, 'number' | 'startedMs' | 'order'>;

const FROM_ELSEWHERE = ', not from the service';

export function failureFrom(who: 'a cache' | 'a service worker' | 'a test' | 'the browser'): string {
  return `the response came from ${who}${FROM_ELSEWHERE}`;
}

/** Returns whether somebody else responded: the request may not have reached the service. */
export function isFromElsewhere({ failure }: Pick<Exchange, 'failure'>): boolean {
  return failure?.endsWith(FROM_ELSEWHERE) === true;
}

/** For `sort`: orders by the time of sending, whichever response was complete first. */
export function bySending(one: Sent, other: Sent): number {
  if (one.order !== undefined && other.order !== undefined) return one.order.began - other.order.began;
  return one.startedMs - other.startedMs || one.number - other.number;
}

/** Times are cut to whole milliseconds: what ended at 5 may have ended just before 6. */
const RESOLUTION_MS = 1;

/** Returns whether an exchange was over when a moment came, by the clock alone. */
export function isOverAt({ endedMs }: Pick<Exchange, 'endedMs'>, ms: number): boolean {
  return endedMs + RESOLUTION_MS <= ms;
}

/** Returns whether one exchange was certainly over when the other request was sent, so that the service handled them in this order. */
export function precedes(one: Exchange, other: Exchange): boolean {
  if (one.order !== undefined && other.order !== undefined) return one.order.ended < other.order.began;
  return one.number <= (other.sentAfter ?? 0) || isOverAt(one, other.startedMs);
}
