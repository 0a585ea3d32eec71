import { integerOf } from '../../json/exact-number.js';
import { isJsonObject } from '../../json/json-value.js';
import type { Evidence } from '../evidence.js';
import { objectOf, type Reading } from '../reading.js';
import { isLost, isWrite, type Listing, listingBefore, listingOf, mayHaveChanged, targetOf } from '../stock-history.js';
import { isGood, isSentAsJson, strictJson } from './good-requests.js';
import { isAccepted } from './ordinary-answers.js';

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

/** Characters of a body that no service takes for too large, however many of them are blanks. */
const LARGEST_PLAIN = 1_000;

/** Answers the updates that are valid in every respect that the document names, in order. */
export function validUpdates(evidence: Evidence): Update[] {
  return [...updatesByReading(evidence).values()];
}

/** Answers those of some exchanges that are valid updates and were accepted, in order. */
export function acceptedUpdates(evidence: Evidence, readings: readonly Reading[]): Update[] {
  const updates = updatesByReading(evidence);
  return readings.flatMap((reading) => (isAccepted(reading) ? (updates.get(reading) ?? []) : []));
}

/** Many rules ask for the same updates. */
const known = new WeakMap<Evidence, ReadonlyMap<Reading, Update>>();

function updatesByReading(evidence: Evidence): ReadonlyMap<Reading, Update> {
  const updates = known.get(evidence) ?? readUpdates(evidence);
  known.set(evidence, updates);
  return updates;
}

function readUpdates(evidence: Evidence): ReadonlyMap<Reading, Update> {
  const quantities = new Set<bigint>();
  const updates = new Map<Reading, Update>();
  for (const reading of evidence.readings) {
    for (const { quantity } of listingOf(reading)?.stock.values() ?? []) quantities.add(quantity);
    const petId = targetOf(reading);
    const sent = isWellSent(reading) ? strictJson(reading) : undefined;
    if (petId === undefined || !isJsonObject(sent) || Object.keys(sent).length !== 1) continue;
    const quantity = integerOf(sent.quantity);
    if (quantity === undefined) continue;
    const listing = listingBefore(evidence, reading);
    const { body = '' } = reading.exchange.request;
    // It is valid JSON with many blanks in it; how large a body may be is open.
    if (body.length > LARGEST_PLAIN && reading.status === 413) continue;
    const isPlain = /^\s*\{\s*"quantity"\s*:\s*(?:0|-?[1-9]\d*)\s*\}\s*$/.test(body);
    const isOrdinary = isPlain && listing?.stock.has(petId) === true && quantities.has(quantity);
    updates.set(reading, { reading, petId, quantity, listing, isOrdinary });
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

export const OVERTAKEN = 'another request for the same pet was under way at the same time';

/** Tells whether another write was under way that may have changed the pet, so that its quantity may be the one answered. */
export function isOvertaken({ readings }: Evidence, { exchange, number }: Reading, petId: string): boolean {
  return readings.some(
    (other) =>
      other.number !== number &&
      other.exchange.startedMs < exchange.endedMs &&
      (isLost(other) || other.exchange.endedMs > exchange.startedMs) &&
      isWrite(other) &&
      mayHaveChanged(other, petId),
  );
}
