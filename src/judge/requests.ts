import { headerOf, precedes } from '../exchange/exchange.js';
import { type Int64Text, integerOf, isInt64Text } from '../json/exact-number.js';
import { isJsonObject, JsonError, type JsonValue, parseJson } from '../json/json.js';
import { quote } from '../json/quoting.js';
import { type Evidence, objectOf, oncePer, type Reading } from './evidence.js';
import { isNoInt64 } from './path-ids.js';
import { type Listing, listingBefore, listingOf } from './stock/stock-history.js';

/** A proxy requires its own password (407), or gave up waiting for the request (408). */
const OF_PROXIES: readonly (number | undefined)[] = [407, 408];

/** Why a missing header proves nothing. */
export const HEADERS_HIDDEN = 'a browser hides headers that a cross-origin response does not expose';

/** Returns the exchanges that the document covers: its operations, except those with extensions and those that a proxy ended. */
export function ordinaryReadings({ readings }: Evidence): Reading[] {
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

/** Returns a header's name and value for a text. */
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

/** An update as the document describes it: one field, an integer, for a pet by its id. */
export interface Update {
  readonly reading: Reading;
  readonly petId: string;
  readonly quantity: bigint;
  readonly listing: Listing | undefined;
  /** The id is spelled as usual. Otherwise the update may be rejected, and is for this pet if it is accepted. */
  readonly isUsual: boolean;
  /** It is usual, the last listing has the pet, and some listing has the quantity: nothing in it can be out of bounds. */
  readonly isOrdinary: boolean;
}

/** A body with this many characters is too large for no service. */
const LARGEST_PLAIN = 1_000;

/** Returns the updates that are valid in every respect that the document names, in order. */
export function validUpdates(evidence: Evidence): Update[] {
  return [...updatesByReading(evidence).values()];
}

/** Returns the updates of a pet that the last list did not have. */
export function unlistedUpdates(evidence: Evidence): Update[] {
  return validUpdates(evidence).filter(({ petId, listing }) => listing?.stock.has(petId) === false);
}

/** Returns the updates of such a pet that got the documented 404. */
export function missedUpdates(evidence: Evidence): Reading[] {
  return unlistedUpdates(evidence).flatMap(({ reading }) => (reading.status === 404 ? [reading] : []));
}

/** Returns those of some exchanges that are valid updates and were accepted, in order. */
export function acceptedUpdates(evidence: Evidence, readings: readonly Reading[]): Update[] {
  const updates = updatesByReading(evidence);
  return readings.flatMap((reading) => (reading.isAccepted ? (updates.get(reading) ?? []) : []));
}

const updatesByReading = oncePer(readUpdates);

function readUpdates(evidence: Evidence): ReadonlyMap<Reading, Update> {
  const quantities = new Set<bigint>();
  const listed = new Set<Listing['stock']>();
  const updates = new Map<Reading, Update>();
  for (const reading of evidence.readings) {
    const { stock } = listingOf(reading) ?? {};
    if (stock !== undefined && !listed.has(stock)) for (const quantity of stock.quantities()) quantities.add(quantity);
    if (stock !== undefined) listed.add(stock);
    const [petId, ...others] = reading.mayTarget ?? [];
    const isUsual = reading.target !== undefined;
    const sent = isWellSent(reading) ? strictJson(reading) : undefined;
    if (petId === undefined || others.length > 0 || !isJsonObject(sent) || Object.keys(sent).length !== 1) continue;
    const quantity = integerOf(sent.quantity);
    if (quantity === undefined) continue;
    const listing = listingBefore(evidence, reading);
    if (isTooLarge(reading)) continue;
    const { body = '' } = reading.exchange.request;
    const isPlain = /^\s*\{\s*"quantity"\s*:\s*(?:0|-?[1-9]\d*)\s*\}\s*$/.test(body);
    const isOrdinary = isUsual && isPlain && listing?.stock.has(petId) === true && quantities.has(quantity);
    updates.set(reading, { reading, petId, quantity, listing, isUsual, isOrdinary });
  }
  return updates;
}

/** Returns whether a body was rejected for its size: how large one may be is open. */
export function isTooLarge({ status, exchange }: Reading): boolean {
  return status === 413 && (exchange.request.body ?? '').length > LARGEST_PLAIN;
}

/** Returns whether an update was sent as JSON, with a key that may be good, and uses no extension of the document. */
export function isWellSent(reading: Reading): boolean {
  return reading.operation === 'updateInventory' && isSentAsJson(reading) && isGood(reading);
}

/** Returns the exact quantity in the response to an update; undefined without one. */
export function quantityReceived({ received }: Reading): bigint | undefined {
  return integerOf(objectOf(received)?.quantity);
}

/** A message as the document describes it: an object with one field, a text. */
export type SentMessage = Reading & { readonly text: string };

/** Returns the messages that are valid in every respect that the document names, in order. */
export function validMessages({ readings }: Evidence): SentMessage[] {
  return readings.flatMap((reading) => {
    const text = isWellSentMessage(reading) ? messageTextOf(reading) : undefined;
    return text === undefined ? [] : [{ ...reading, text }];
  });
}

/** Returns whether a message was sent as JSON, with a key that may be good. */
export function isWellSentMessage(reading: Reading): boolean {
  return reading.operation === 'sendMessage' && isSentAsJson(reading) && isGood(reading);
}

/** Returns the text of a valid body; undefined if it is not valid, or not Unicode (half a surrogate pair). */
export function messageTextOf(reading: Reading): string | undefined {
  const body = strictJson(reading);
  if (!isJsonObject(body) || Object.keys(body).length !== 1 || typeof body.message !== 'string') return undefined;
  return /\p{Surrogate}/u.test(body.message) ? undefined : body.message;
}

/** The document does not state where messages live: a 404 or 405 means elsewhere. */
export function whyMessageIsInconclusive(reading: Reading): string | undefined {
  const isElsewhere = reading.status === 404 || reading.status === 405;
  return isElsewhere ? `got ${reading.status}: messages may live at another address` : whyInconclusive(reading);
}

/** Returns whether a request has a key that may be good, and uses no extension of the document. */
export function isGood(reading: Reading): boolean {
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
export const strictJson = oncePer(readStrictly);

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

/** Returns what was received in a few words, for a finding. */
export function inShort(reading: Reading): string {
  return reading.received.kind === 'none'
    ? `${reading.status} without a body`
    : `${reading.status} with ${bodyInShort(reading)}`;
}

/** Returns how many levels deep a text of JSON is nested. Brackets in strings do not count. */
export function depthOf(text: string): number {
  let level = 0;
  let deepest = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{\]}]/gs)) {
    if (token === '[' || token === '{') deepest = Math.max(deepest, ++level);
    if (token === ']' || token === '}') level--;
  }
  return deepest;
}

/** Returns whether the id of a request is certainly not an int64, however a service reads its spelling. */
export function hasMalformedId({ petIds }: Reading): boolean {
  return petIds.length > 0 && petIds.every(isNoInt64);
}

/** Returns the pet whose id is in the path of a request; undefined without an int64 in its usual spelling. */
export function petOf({ petIds: [id = '', ...others] }: Reading): Int64Text | undefined {
  return others.length === 0 && isInt64Text(id) ? id : undefined;
}
