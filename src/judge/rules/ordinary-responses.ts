import { quote } from '../../spec/quoting.js';
import type { Evidence } from '../evidence.js';
import type { Reading } from '../reading.js';

/** A proxy wants a password of its own (407), or gave up waiting for the request (408). */
const OF_PROXIES: readonly (number | undefined)[] = [407, 408];

/** Why a missing header proves nothing. */
export const HEADERS_HIDDEN = 'a browser hides headers that a cross-origin response does not expose';

/** Returns the exchanges that the document covers: its operations, without extensions, and not answered by a proxy. */
export function ordinaryReadings({ readings }: Evidence): Reading[] {
  return readings.filter(
    ({ operation, isSpecial, status }) => operation !== undefined && !isSpecial && !OF_PROXIES.includes(status),
  );
}

export function isAccepted({ status = 0 }: Reading): boolean {
  return status >= 200 && status < 300;
}

/** Returns why a status is inconclusive for a rule that expects another one; undefined if it is conclusive. */
export function whyStatusIsInconclusive({ status, exchange, isCached }: Reading): string | undefined {
  if (status === undefined) return exchange.failure ?? 'no response';
  if (status === 429 || status >= 500 || OF_PROXIES.includes(status)) return `got ${status}`;
  return isCached ? 'the response came from a cache' : undefined;
}

/** Returns whether a request was sent with a key that is good, or may have been. */
export function isKeyed({ credential }: Reading): boolean {
  return credential.kind === 'bearer' ? credential.standing !== 'made-up' : credential.kind === 'unknown';
}

/** Returns whether the user gave the key as a good one. */
export function hasGivenKey({ credential }: Reading): boolean {
  return credential.kind === 'bearer' && credential.standing === 'given';
}

/** Returns why a response is inconclusive for the promises to a request with a valid key; undefined if it is conclusive. */
export function whyInconclusive(reading: Reading): string | undefined {
  const { status, received } = reading;
  const why = whyStatusIsInconclusive(reading);
  if (why !== undefined) return why;
  if (status === 401 || status === 403) return `the key was rejected (${status})`;
  return received.kind === 'unknown' ? received.why : undefined;
}

/** Returns the status in words: `302, a redirect to "https://login.example.test/"`. */
export function statusInWords({ status, header }: Reading): string {
  const location = header('location');
  const isRedirect = status !== undefined && status >= 300 && status < 400 && location !== undefined;
  return isRedirect ? `${status}, a redirect to ${quote(location)}` : String(status);
}

/** Returns what was received instead of a body of the right kind, in short. */
export function bodyInShort({ exchange }: Reading): string {
  const body = exchange.response?.body;
  if (body?.kind === 'text') return quote(body.text);
  return body?.kind === 'binary' ? 'bytes that are not UTF-8 text' : 'no body';
}
