import { isJsonObject, type JsonValue } from '../../json/json-value.js';
import { JsonError, parseJson } from '../../json/parse-json.js';
import { headerOf } from '../../transcript/exchange.js';
import type { Evidence } from '../evidence.js';
import { objectOf, type Reading } from '../reading.js';
import { integerOf, isLost, type Listing, listingBefore, listingOf, targetOf } from '../stock-history.js';

/** An update as the document describes it: one field, an integer, for a pet by its id. */
export interface Update {
  readonly reading: Reading;
  readonly petId: string;
  readonly quantity: bigint;
  /** The last listing before it. */
  readonly listing: Listing | undefined;
  /** The last listing has the pet, and some listing has the quantity: nothing in it can be out of bounds. */
  readonly isOrdinary: boolean;
}

/** Answers the updates that are valid in every respect that the document names, in order. */
export function validUpdates(evidence: Evidence): Update[] {
  const quantities = new Set<bigint>();
  const updates: Update[] = [];
  for (const reading of evidence.readings) {
    for (const { quantity } of listingOf(reading)?.stock.values() ?? []) quantities.add(quantity);
    const petId = targetOf(reading);
    const sent = isWellSent(reading) ? strictJson(reading) : undefined;
    if (petId === undefined || !isJsonObject(sent) || Object.keys(sent).length !== 1) continue;
    const quantity = integerOf(sent.quantity);
    if (quantity === undefined) continue;
    const listing = listingBefore(evidence, reading);
    const isPlain = /^\s*\{\s*"quantity"\s*:\s*(?:0|-?[1-9]\d*)\s*\}\s*$/.test(reading.exchange.request.body ?? '');
    const isOrdinary = isPlain && listing?.stock.has(petId) === true && quantities.has(quantity);
    updates.push({ reading, petId, quantity, listing, isOrdinary });
  }
  return updates;
}

/** Tells whether an update was sent as JSON, with a key that may be good, and asks for nothing beyond the document. */
export function isWellSent({ operation, isSpecial, sentType, credential, exchange }: Reading): boolean {
  if (operation !== 'updateInventory' || isSpecial || sentType !== 'application/json') return false;
  if (credential.kind !== 'bearer' || credential.standing === 'made-up') return false;
  const { headers, url } = exchange.request;
  return headerOf(headers, 'content-encoding') === undefined && !url.includes('?');
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

/** Answers why an answer tells nothing of what the document promises for a good request; undefined where it tells something. */
export function whyUntold(reading: Reading): string | undefined {
  const { status, isCached, received, exchange } = reading;
  if (status === undefined) return exchange.failure ?? 'no answer came';
  if (status === 401 || status === 403) return `the key was refused (${status})`;
  if (status === 429 || status >= 500 || isLost(reading)) return `answered ${status}`;
  if (isCached) return 'the answer came from a cache';
  return received.kind === 'unknown' ? received.why : undefined;
}

export function isAccepted({ status }: Reading): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

/** Answers the quantity in an answer to an update, exactly; undefined where there is none. */
export function quantityReceived({ received }: Reading): bigint | undefined {
  return integerOf(objectOf(received)?.quantity);
}

/** Answers what was received in a few words, for a finding. */
export function inShort({ status, exchange }: Reading): string {
  const body = exchange.answer?.body;
  const text = body?.kind === 'text' ? ` with ${body.text.slice(0, 200)}` : '';
  return `${status}${text}`;
}
