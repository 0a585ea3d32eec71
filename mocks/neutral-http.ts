import { formatHttpDate } from '../src/json/dates.js';
import type { QuestionId } from '../src/service/questions/open-questions.js';
import { rateLimitFieldNames, rateLimitHeaderNames } from '../src/service/rate-limit-headers.js';

/** A request as every edge hands it over: nothing decoded, nothing dropped. */
export interface PetstoreRequest {
  readonly method: string;
  /** The path as the WHATWG URL parser leaves it: percent escapes stay as they came, no query. */
  readonly path: string;
  /** The query with its question mark; undefined or empty if there is none. Only the journal reads it. */
  readonly query?: string | undefined;
  /** Scheme, host and port. Undefined at an edge that serves under any name. */
  readonly origin?: string | undefined;
  /** Every value of every header in order; names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The bytes of the body, empty if there is none; `too-large` if the edge stopped reading at the body limit. */
  readonly body: Uint8Array | 'too-large';
  readonly callerAddress: string;
  /** Number of the last exchange whose response, and all before it, was delivered when this was sent; undefined if unknown. */
  readonly sentAfter?: number | undefined;
  readonly replayOf?: number | undefined;
}

/** Returns a header's value, or undefined. Several of one name are joined (RFC 9110 §5.3). `name` is in lower case. */
export function headerValue({ headers }: Pick<PetstoreRequest, 'headers'>, name: string): string | undefined {
  let joined: string | undefined;
  for (const [headerName, value] of headers) {
    if (headerName === name) joined = joined === undefined ? value : `${joined}, ${value}`;
  }
  return joined;
}

/** Returns the bearer token of a request (§5.2), valid or not; undefined if it has none. */
export function sentKey(request: Pick<PetstoreRequest, 'headers'>): string | undefined {
  return /^bearer +(.+)$/is.exec(headerValue(request, 'authorization')?.trim() ?? '')?.[1];
}

/** The fake's response; an edge writes it to the wire unchanged. */
export interface PetstoreResponse {
  readonly status: number;
  /** Names in the document's spelling; complete, `Date` and `Content-Length` included. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined if the response has no body (HEAD, 204). */
  readonly body: string | undefined;
  /** The body in UTF-8, if already encoded: writing it is cheaper than encoding the text again. */
  readonly encodedBody: Uint8Array | undefined;
  /** How long the edge waits before it responds, in milliseconds. */
  readonly delayMs: number;
  /** Over how many milliseconds the edge sends the body, in small pieces; 0: at once. */
  readonly dripMs: number;
  /** Where the edge cuts the connection: `reset` before the response, `truncated` halfway through its body. */
  readonly cut: 'reset' | 'truncated' | undefined;
  /** Pseudonym of the caller's key (`key#1`), for logs; undefined if no valid key was sent. */
  readonly keyAlias: string | undefined;
  readonly assumed: ReadonlySet<QuestionId>;
  readonly faultId: string | undefined;
}

export function emptyResponse(status: number, headers: PetstoreResponse['headers']): PetstoreResponse {
  return {
    status,
    headers,
    body: undefined,
    encodedBody: undefined,
    delayMs: 0,
    dripMs: 0,
    cut: undefined,
    keyAlias: undefined,
    assumed: new Set(),
    faultId: undefined,
  };
}

/** Returns the headers of every response. `Date` comes from the world's clock, so that it never contradicts a reset time. */
export function standingHeaders(nowMs: number, isWithoutCaching = false): Record<string, string> {
  return { Date: formatHttpDate(nowMs), ...(!isWithoutCaching && { 'Cache-Control': 'no-store' }) };
}

/** Returns the headers with which pages of any origin may read a response. Pages that send credentials need their own origin named. */
export function corsHeaders(request?: Pick<PetstoreRequest, 'headers'>): Readonly<Record<string, string>> {
  const origin = request && headerValue(request, 'origin');
  if (!origin) return openToAll;
  return {
    ...openToAll,
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    Vary: 'Origin',
  };
}

const openToAll = {
  'Access-Control-Allow-Origin': '*',
  // Listed by name: a wildcard does not work for requests with credentials.
  'Access-Control-Expose-Headers': [
    ...rateLimitHeaderNames,
    ...rateLimitFieldNames,
    'Retry-After',
    'Deprecation',
    'Sunset',
    'Link',
    'WWW-Authenticate',
    'X-Mock-Assumed',
  ].join(', '),
} as const;
