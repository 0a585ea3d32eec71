import type { JsonValue } from '../../json/json-value.js';
import { JsonError, parseJson } from '../../json/parse-json.js';
import { quote } from '../../json/quote.js';
import { headerOf } from '../../transcript/exchange.js';
import type { Reading } from '../reading.js';
import { isLost } from '../stock-history.js';
import { bodyInShort, isKeyed, whyKeyTellsNothing, whyStatusTellsNothing } from './ordinary-answers.js';

/** Tells whether a request has a key that may be good, and asks for nothing beyond the document. */
export function isGood(reading: Reading): boolean {
  const { headers, url } = reading.exchange.request;
  return (
    isKeyed(reading) && !reading.isSpecial && headerOf(headers, 'content-encoding') === undefined && !url.includes('?')
  );
}

/** Tells whether the request says that its body is JSON in UTF-8. */
export function isSentAsJson({ sentType, exchange }: Reading): boolean {
  const type = headerOf(exchange.request.headers, 'content-type') ?? '';
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type)?.[1];
  return sentType === 'application/json' && (charset === undefined || /^utf-?8$/i.test(charset));
}

/** Answers the body that was sent; undefined where it is no JSON, or begins with a byte order mark, or has one key twice. */
export function strictJson({ exchange, sent }: Reading): JsonValue | undefined {
  if (sent.kind !== 'json') return undefined;
  try {
    return parseJson(exchange.request.body ?? '');
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

/** Tells whether a body is no JSON. A byte order mark before it is an open question, whatever follows. */
export function isMalformed({ sent, exchange }: Reading): boolean {
  return sent.kind === 'unreadable' && exchange.request.body?.startsWith('\uFEFF') !== true;
}

/** Answers why an answer tells nothing of what a good request is promised; undefined where it tells something. */
export function whyUntold(reading: Reading): string | undefined {
  const { status, received } = reading;
  const why = whyStatusTellsNothing(reading) ?? whyKeyTellsNothing(reading);
  if (why !== undefined) return why;
  if (isLost(reading) || status === 407) return `answered ${status}`;
  return received.kind === 'unknown' ? received.why : undefined;
}

/** Answers what was received in a few words, for a finding. */
export function inShort(reading: Reading): string {
  return reading.received.kind === 'none'
    ? `${reading.status} without a body`
    : `${reading.status} with ${bodyInShort(reading)}`;
}

/** Answers a service's number or text for a finding: in one line, and cut. */
export function valueInShort(value: JsonValue): string {
  return typeof value === 'string' ? quote(value) : String(value).slice(0, 60);
}
