import { isJsonObject } from '../../json/json-value.js';
import type { Evidence } from '../evidence.js';
import { objectOf, type Reading } from '../reading.js';
import { integerOf, type Listing, listingBefore, listingOf, targetOf } from '../stock-history.js';
import { isGood, isSentAsJson, strictJson } from './good-requests.js';

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
export function isWellSent(reading: Reading): boolean {
  return reading.operation === 'updateInventory' && isSentAsJson(reading) && isGood(reading);
}

/** Answers the quantity in an answer to an update, exactly; undefined where there is none. */
export function quantityReceived({ received }: Reading): bigint | undefined {
  return integerOf(objectOf(received)?.quantity);
}
