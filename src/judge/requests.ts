import { headerOf, precedes } from '../exchange/exchange.js';
import { JsonError, type JsonValue, parseJson } from '../json/json.js';
import { memoize } from '../json/memoize.js';
import { quote } from '../json/quoting.js';
import { inconclusive, judgeEach, passes, type ViolationDetails, violates } from './note.js';
import type { Reading } from './reading.js';
import type { Evidence, Rule } from './rule.js';

/** A proxy requires its own password (407), or gave up waiting for the request (408). */
const OF_PROXIES: readonly (number | undefined)[] = [407, 408];

/** Why a missing header proves nothing. */
export const HEADERS_HIDDEN = 'a browser hides headers that a cross-origin response does not expose';

/** Why nothing that depends on the time is judged. */
export const CLOCKS_DIFFER =
  'by the clock of this machine, Reset lies in the past or too far ahead, and the response has no Date: this clock may be wrong, or that of the service';

/** Returns the exchanges that the document covers: its operations, except those with extensions and those that a proxy ended. */
export function documentedReadings({ readings }: Evidence): Reading[] {
  return readings.filter(
    ({ operation, isSpecial, status }) => operation !== undefined && !isSpecial && !OF_PROXIES.includes(status),
  );
}

/** Returns why a status is inconclusive for a rule that expects another one; undefined if it is conclusive. */
export function whyStatusIsInconclusive({ status, exchange, isCached }: Reading): string | undefined {
  if (status === undefined) return exchange.failure ?? 'no response';
  if (status === 429 || status >= 500 || OF_PROXIES.includes(status)) return `got ${status}`;
  return isCached ? 'the response came from a cache' : undefined;
}

/** Returns why a response is inconclusive for the promises to a request with a valid key; undefined if it is conclusive. */
export function whyInconclusive(reading: Reading): string | undefined {
  const { status, received } = reading;
  const why = whyStatusIsInconclusive(reading);
  if (why !== undefined) return why;
  if (status === 401 || status === 403) return `the key was rejected (${status})`;
  return received.kind === 'unknown' ? received.why : undefined;
}

/** Returns whether the key of a request may have been banned by then: it had exceeded a limit (§8.4). */
export function mayBeBanned({ exchange, keyName }: Reading, readings: readonly Reading[]): boolean {
  return readings.some((other) => other.keyName === keyName && other.isLimited && !precedes(exchange, other.exchange));
}

/** Returns the status in words: `302, a redirect to "https://login.example.test/"`. */
export function statusInWords({ status, header }: Reading): string {
  const location = header('location');
  const isRedirect = status !== undefined && status >= 300 && status < 400 && location !== undefined;
  return isRedirect ? `${status}, a redirect to ${quote(location)}` : String(status);
}

export function headerInWords(reading: Reading, name: string): string {
  const value = reading.header(name);
  return value === undefined ? `no ${name}` : `${name}: ${quote(value)}`;
}

/** Returns what was received instead of a body of the right kind, in short. */
export function bodyInShort({ exchange }: Reading): string {
  const body = exchange.response?.body;
  if (body?.kind === 'text') return quote(body.text);
  if (body?.kind === 'missing') return body.why;
  return body?.kind === 'binary' ? 'bytes that are not UTF-8 text' : 'no body';
}

export const SIZE_IS_OPEN = 'the body may be too large, and how large one may be is open';

/** A body with this many characters is too large for no service. */
const LARGEST_PLAIN = 1_000;

/** Returns whether a body may have been rejected for its size: how large one may be is open. */
export function isTooLarge({ status, exchange }: Reading): boolean {
  return (status === 413 || status === 400) && (exchange.request.body ?? '').length > LARGEST_PLAIN;
}

/** Returns whether a request with a body was sent as JSON, with a key that may be good, and uses no extension of the document. */
export function isWellSent(reading: Reading): boolean {
  return reading.operation?.requestSchema !== undefined && isSentAsJson(reading) && isPlainRequest(reading);
}

/** Returns whether a request has a key that may be good, and uses no extension of the document. */
export function isPlainRequest(reading: Reading): boolean {
  const { headers, url } = reading.exchange.request;
  return (
    reading.isKeyed && !reading.isSpecial && headerOf(headers, 'content-encoding') === undefined && !url.includes('?')
  );
}

/** Returns whether the request declares a JSON body, in UTF-8 if it names a charset. A service may reject other parameters. */
export function isSentAsJson({ exchange }: Reading): boolean {
  const type = headerOf(exchange.request.headers, 'content-type') ?? '';
  return /^\s*application\/json\s*(?:;\s*charset\s*=\s*("?)utf-8\1\s*)?;?\s*$/i.test(type);
}

/** Returns the request body; undefined if it is not JSON, begins with a byte order mark, or has a duplicate key. */
export const strictJson = memoize(readStrictly);

function readStrictly({ exchange, sent }: Reading): JsonValue | undefined {
  if (sent.kind !== 'json') return undefined;
  try {
    return parseJson(exchange.request.body ?? '');
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

/** Returns whether a body is not JSON. A leading byte order mark is an open question. */
export function isMalformed({ sent, exchange }: Reading): boolean {
  return sent.kind === 'unreadable' && exchange.request.body?.startsWith('\uFEFF') !== true;
}

export function inShort(reading: Reading): string {
  return reading.received.kind === 'none'
    ? `${reading.status} without a body`
    : `${reading.status} with ${bodyInShort(reading)}`;
}

type Rejected = Omit<ViolationDetails, 'expected' | 'received'>;

/** Returns a judge of requests that must get 400. */
export function judgeRejected(
  isIt: (reading: Reading) => boolean,
  whyNot: (reading: Reading, evidence: Evidence) => string | undefined,
  describe: (reading: Reading, evidence: Evidence) => Rejected,
): Rule['judge'] {
  return judgeEach(
    ({ readings }) => readings.filter(isIt),
    (reading, evidence) => {
      const why = whyNot(reading, evidence);
      if (why !== undefined) return inconclusive(reading, why);
      if (reading.status === 400) return passes(reading);
      if (isTooLarge(reading)) return inconclusive(reading, SIZE_IS_OPEN);
      const found = describe(reading, evidence);
      return violates(reading, { ...found, expected: '400 with an Error', received: inShort(reading) });
    },
  );
}
