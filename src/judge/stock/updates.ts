import { type Int64Text, integerOf } from '../../json/exact-number.js';
import { isJsonObject, type JsonValue, writeJson } from '../../json/json.js';
import { oncePer } from '../../json/once-per.js';
import type { Reading } from '../reading.js';
import { isTooLarge, isWellSent, strictJson } from '../requests.js';
import type { Evidence } from '../rule.js';
import type { Stock } from './stock.js';
import { type Listing, listingBefore, listingOf, petsOf, targetOf } from './stock-history.js';

/** An update as the document describes it: a new quantity for a pet by its id. */
export interface Update {
  readonly reading: Reading;
  readonly petId: Int64Text;
  readonly quantity: bigint;
  readonly listing: Listing | undefined;
  /** The id is spelled as usual. Otherwise the update may be rejected, and is for this pet if it is accepted. */
  readonly isUsual: boolean;
  /** It is usual, the last listing has the pet, and some listing has the quantity: nothing in it can be out of bounds. */
  readonly isOrdinary: boolean;
}

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

/** Returns the exact integer that an update asks to store; undefined without one. */
export function quantitySent(evidence: Evidence, { operation, sent }: Reading): bigint | undefined {
  return sent.kind === 'json' ? integerOf(valueIn(evidence, operation, sent.value)) : undefined;
}

function valueIn({ judged }: Evidence, operation: Reading['operation'], body: JsonValue | undefined): unknown {
  const ofOperation = operation && judged.operations[operation.id];
  return isJsonObject(body) ? ofOperation?.valueIn?.(body) : undefined;
}

const updatesByReading = oncePer(readUpdates);

function readUpdates(evidence: Evidence): ReadonlyMap<Reading, Update> {
  const quantities = new Set<bigint>();
  const listed = new Set<Stock>();
  const updates = new Map<Reading, Update>();
  for (const reading of evidence.readings) {
    const { stock } = listingOf(reading) ?? {};
    if (stock !== undefined && !listed.has(stock)) for (const quantity of stock.quantities()) quantities.add(quantity);
    if (stock !== undefined) listed.add(stock);
    const [petId, ...others] = petsOf(reading) ?? [];
    if (petId === undefined || others.length > 0 || !isWellSent(reading) || isTooLarge(reading)) continue;
    const sent = strictJson(reading);
    const value = valueIn(evidence, reading.operation, sent);
    const quantity = integerOf(value);
    if (quantity === undefined || Object.keys(sent ?? {}).length !== 1) continue;
    const listing = listingBefore(evidence, reading);
    const isUsual = targetOf(reading) !== undefined;
    // Any other spelling (`5.0`, an escaped name) is valid JSON that a service may reject.
    const isPlain = String(value) === String(quantity) && withoutBlanks(reading) === writeJson(sent);
    const isOrdinary = isUsual && isPlain && listing?.stock.has(petId) === true && quantities.has(quantity);
    updates.set(reading, { reading, petId, quantity, listing, isUsual, isOrdinary });
  }
  return updates;
}

function withoutBlanks({ exchange }: Reading): string | undefined {
  return exchange.request.body?.replaceAll(/\s/g, '');
}
