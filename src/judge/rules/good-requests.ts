import type { JsonValue } from '../../json/json-value.js';
import { JsonError, parseJson } from '../../json/parse-json.js';
import { quote } from '../../json/quote.js';
import { headerOf } from '../../transcript/exchange.js';
import type { Reading } from '../reading.js';
import { bodyInShort, isKeyed } from './ordinary-answers.js';

/** Tells whether a request has a key that may be good, and asks for nothing beyond the document. */
export function isGood(reading: Reading): boolean {
  const { headers, url } = reading.exchange.request;
  return (
    isKeyed(reading) && !reading.isSpecial && headerOf(headers, 'content-encoding') === undefined && !url.includes('?')
  );
}

/** Tells whether the request says that its body is JSON, in UTF-8 if it names a charset. Other parameters may be refused. */
export function isSentAsJson({ exchange }: Reading): boolean {
  const type = headerOf(exchange.request.headers, 'content-type') ?? '';
  return /^\s*application\/json\s*(?:;\s*charset\s*=\s*("?)utf-8\1\s*)?;?\s*$/i.test(type);
}

/** Many rules ask for the same bodies, and some bodies are large. */
const strictBodies = new WeakMap<Reading, { readonly value: JsonValue | undefined }>();

/** Answers the body that was sent; undefined where it is no JSON, or begins with a byte order mark, or has one key twice. */
export function strictJson(reading: Reading): JsonValue | undefined {
  const known = strictBodies.get(reading);
  if (known !== undefined) return known.value;
  const value = readStrictly(reading);
  strictBodies.set(reading, { value });
  return value;
}

function readStrictly({ exchange, sent }: Reading): JsonValue | undefined {
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
