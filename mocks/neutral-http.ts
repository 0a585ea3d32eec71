import { type Behaviour, defaultBehaviour } from '../src/spec/behaviour.js';
import { formatHttpDate } from '../src/spec/dates.js';
import type { QuestionId } from '../src/spec/open-questions.js';
import { rateLimitHeaderNames } from '../src/spec/rate-limit-headers.js';

/** A request as every edge hands it over: nothing decoded, nothing dropped. */
export interface PetstoreRequest {
  readonly method: string;
  /** The path as the WHATWG URL parser leaves it: percent escapes stay as they came, no query. */
  readonly path: string;
  /** The query with its question mark; left out, or empty, where there is none. Nothing but the journal reads it. */
  readonly query?: string;
  /** Scheme, host and port. Left out by an edge that answers on whatever name it is reached by. */
  readonly origin?: string;
  /** Every value of every header in order; names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The bytes of the body, empty where there is none; `too-large` when the edge stopped reading at the body limit. */
  readonly body: Uint8Array | 'too-large';
  /** Who calls, as far as the edge can tell. */
  readonly callerAddress: string;
  /** Up to which exchange all answers were in their senders' hands when this was sent; left out by an edge that cannot tell. */
  readonly sentAfter?: number | undefined;
}

/** Returns a header's value, several of one name joined as RFC 9110 §5.3 says, or undefined. `name` is in lower case. */
export function headerValue({ headers }: Pick<PetstoreRequest, 'headers'>, name: string): string | undefined {
  let joined: string | undefined;
  for (const [headerName, value] of headers) {
    if (headerName === name) joined = joined === undefined ? value : `${joined}, ${value}`;
  }
  return joined;
}

/** Returns the API key that a request sends as its bearer token (§5.2), whatever it is worth; undefined where it sends none. */
export function sentKey(request: Pick<PetstoreRequest, 'headers'>): string | undefined {
  return /^bearer +(.+)$/is.exec(headerValue(request, 'authorization')?.trim() ?? '')?.[1];
}

/** What the fake answers; an edge writes it to the wire as it stands. */
export interface PetstoreResponse {
  readonly status: number;
  /** Names in the document's spelling; complete, `Date` and `Content-Length` included. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined where the answer has no body (HEAD, 204). */
  readonly body: string | undefined;
  /** The body in UTF-8, where it is at hand: writing it is cheaper than encoding the text again. */
  readonly encodedBody: Uint8Array | undefined;
  /** How long the edge waits before it answers, in milliseconds. */
  readonly delayMs: number;
  /** Over how many milliseconds the edge lets the body come, in small pieces; 0: at once. */
  readonly dripMs: number;
  /** Where the edge breaks the connection: `reset` before the answer, `truncated` halfway through its body; undefined: nowhere. */
  readonly cut: 'reset' | 'truncated' | undefined;
  /** The caller's key by its pseudonym (`key#1`), for logs; undefined where no valid key was sent. */
  readonly keyAlias: string | undefined;
  /** Open questions of the document that the answer rests on. */
  readonly assumed: ReadonlySet<QuestionId>;
  /** Id of the fault that the request met. */
  readonly faultId: string | undefined;
}

/**
 * Headers of every answer, whatever it says. `Date` comes from the world's clock, so that it never contradicts a reset time.
 * `cacheControl`: that of such answers of a deployment, which holds until somebody chooses another.
 */
export function standingHeaders(
  nowMs: number,
  status: number,
  behaviour: Behaviour,
  cacheControl?: string,
): Record<string, string> {
  const headers: Record<string, string> = { Date: formatHttpDate(nowMs) };
  const isLearned = cacheControl !== undefined && isCachingLeft(behaviour);
  const value = isLearned ? cacheControl : behaviour['cache-control'];
  if (value !== 'none') headers['Cache-Control'] = status === 429 && !isLearned ? unstored(value) : value;
  return headers;
}

/** Returns whether nobody has chosen how long answers may be kept. */
export function isCachingLeft(behaviour: Behaviour): boolean {
  return behaviour['cache-control'] === defaultBehaviour['cache-control'];
}

/** No cache stores a 429 (RFC 6585 §4): a value that allows it gives way. */
function unstored(value: string): string {
  return /(?:^|,)\s*no-store\s*(?:,|$)/i.test(value) ? value : 'no-store';
}

/** Lets pages of any origin read an answer and the headers that it may carry. */
export const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  // Named one by one: a wildcard is not understood where credentials are sent.
  'Access-Control-Expose-Headers': [
    ...rateLimitHeaderNames,
    'Retry-After',
    'Deprecation',
    'Sunset',
    'Link',
    'WWW-Authenticate',
    'X-Mock-Assumed',
  ].join(', '),
} as const;
