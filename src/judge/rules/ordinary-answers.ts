import { quote } from '../../json/quote.js';
import type { Evidence } from '../evidence.js';
import type { Reading } from '../reading.js';

/** Answers the exchanges that the document speaks of: its operations, asked for nothing beyond it, and not answered by a proxy (407). */
export function ordinaryReadings({ readings }: Evidence): Reading[] {
  return readings.filter(({ operation, isSpecial, status }) => operation !== undefined && !isSpecial && status !== 407);
}

export function isAccepted({ status = 0 }: Reading): boolean {
  return status >= 200 && status < 300;
}

/** Answers why a status tells nothing of a rule that expects another one; undefined where it tells something. */
export function whyStatusTellsNothing({ status, exchange, isCached }: Reading): string | undefined {
  if (status === undefined) return exchange.failure ?? 'no answer came';
  if (status === 429 || status >= 500) return `answered ${status}`;
  return isCached ? 'the answer came from a cache' : undefined;
}

/** Tells whether a request was sent with a key that is good, or may have been. */
export function isKeyed({ credential }: Reading): boolean {
  return credential.kind === 'bearer' ? credential.standing !== 'made-up' : credential.kind === 'unknown';
}

/** Tells whether the user gave the key as a good one. */
export function hasGivenKey({ credential }: Reading): boolean {
  return credential.kind === 'bearer' && credential.standing === 'given';
}

/** Answers why an answer tells nothing of what a good key is answered; undefined where the key was not refused. */
export function whyKeyTellsNothing({ status }: Reading): string | undefined {
  return status === 401 || status === 403 ? `the key was refused (${status})` : undefined;
}

/** Answers the status in words: `302, a redirect to "https://login.example.test/"`. */
export function statusInWords({ status, header }: Reading): string {
  const location = header('location');
  const isRedirect = status !== undefined && status >= 300 && status < 400 && location !== undefined;
  return isRedirect ? `${status}, a redirect to ${quote(location)}` : String(status);
}

/** Answers what was received instead of a body of the right kind, in short. */
export function bodyInShort({ exchange }: Reading): string {
  const body = exchange.answer?.body;
  if (body?.kind === 'text') return quote(body.text);
  return body?.kind === 'binary' ? 'bytes that are not UTF-8' : 'no body';
}
