import { precedes } from '../../exchange/exchange.js';
import { type Int64Text, integerOf } from '../../json/exact-number.js';
import { isJsonObject, type JsonObject, type JsonValue, writeJson } from '../../json/json.js';
import { memoize } from '../../json/memoize.js';
import { listInventory } from '../../service/operations/list-inventory.js';
import { sharedSchemas } from '../../service/schemas.js';
import { conforms } from '../../service/validate.js';
import { isOfGateway } from '../outages.js';
import { pathIdOf, type Reading, readingsBySending } from '../reading.js';
import { isTooLarge, isWellSent, strictJson } from '../requests.js';
import type { Evidence } from '../rule.js';

export interface StockEntry {
  readonly quantity: bigint;
  readonly status: string;
  /** Its place in the list, counted from 0. */
  readonly index: number;
}

/** What a list shows, by the id of each pet, in its order. */
export type Stock = ReadonlyMap<Int64Text, StockEntry>;

/** A listing that can be compared with others: of the right shape, each pet in it once. */
export interface Listing {
  readonly reading: Reading;
  readonly stock: Stock;
}

/** Two successive listings for the same key that do not overlap, and every write that may have been carried out between them. */
export interface StockStep {
  readonly before: Listing;
  readonly after: Listing;
  /** In order, including rejected ones, exchanges that overlap a list, and earlier writes without a response. */
  readonly writes: readonly Reading[];
}

export interface Change {
  readonly petId: Int64Text;
  readonly was: StockEntry | undefined;
  readonly is: StockEntry | undefined;
}

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'REPORT', 'SEARCH', 'QUERY'];

/** Returns the listing in an exchange; undefined without one that others can be compared with. */
export const listingOf = memoize(readListing);

export function stockSteps(evidence: Evidence): readonly StockStep[] {
  return historyOf(evidence).steps;
}

/** Returns the last list for the same key before a request; undefined if a request that is not documented may have changed pets since. */
export function listingBefore(evidence: Evidence, reading: Reading): Listing | undefined {
  const listing = historyOf(evidence).listings.get(reading);
  if (listing === undefined || mayHaveBeenDisturbed(evidence, listing.reading, reading)) return undefined;
  return listing;
}

/** Returns whether a request that the document does not describe, and that may change any pet, was under way between two exchanges. */
export function mayHaveBeenDisturbed(evidence: Evidence, since: Reading, until: Reading): boolean {
  return between(historyOf(evidence).others, since, until).length > 0;
}

/** Returns the writes that may have been carried out between two exchanges, or during one, in the order of sending. */
export function writesBetween(evidence: Evidence, since: Reading, until: Reading): Reading[] {
  return between(historyOf(evidence).writes, since, until);
}

export const changesIn = memoize(({ before, after }: StockStep): readonly Change[] => {
  const changes: Change[] = [];
  if (before.stock === after.stock) return changes;
  for (const [petId, was] of before.stock) {
    const is = after.stock.get(petId);
    if (was.quantity !== is?.quantity || was.status !== is.status) changes.push({ petId, was, is });
  }
  for (const [petId, is] of after.stock) {
    if (!before.stock.has(petId)) changes.push({ petId, was: undefined, is });
  }
  return changes;
});

/** Returns whether a write was certainly not carried out: the service itself responded with a 4xx. */
export function isRejected({ status, isSpecial }: Reading): boolean {
  return status !== undefined && status >= 400 && status < 500 && status !== 408 && !isSpecial;
}

export function isUpdate({ operation }: Reading): boolean {
  return operation?.id === 'updateInventory';
}

/** Returns the pet of an update; undefined for other requests, and for ids in an unusual spelling: they may be for any pet. */
export function targetOf(reading: Reading): Int64Text | undefined {
  return isUpdate(reading) ? pathIdOf(reading) : undefined;
}

/** Returns whether a conformant service may have changed this pet because of a write, were it accepted or lost. */
export function mayHaveChanged(write: Reading, petId: Int64Text): boolean {
  return !isRejected(write) && (targetOf(write) ?? petId) === petId;
}

/** Returns whether the last list showed the pet in the path of a request; undefined if that is unknown, or it is not for a pet. */
export function isListed(evidence: Evidence, reading: Reading): boolean | undefined {
  const petId = reading.operation?.pathId === 'petId' ? pathIdOf(reading) : undefined;
  return petId === undefined ? undefined : listingBefore(evidence, reading)?.stock.has(petId);
}

const historyOf = memoize(readHistory);

function readHistory({ readings }: Evidence) {
  const inOrder = [...readings].sort(readingsBySending);
  // A message changes no pet.
  const writes = inOrder.filter(
    ({ operation, exchange: { request } }) =>
      operation?.address !== 'messages' && !SAFE_METHODS.includes(request.method.toUpperCase()),
  );
  // Those that may change any pet.
  const others = writes.filter((write) => targetOf(write) === undefined && !isRejected(write));
  const sent = new Map<string | undefined, Listing[]>();
  // The last list for the same key that was complete when a request was sent.
  const listings = new Map<Reading, Listing>();
  const steps: StockStep[] = [];
  for (const reading of inOrder) {
    const ofKey = sent.get(reading.keyName) ?? [];
    sent.set(reading.keyName, ofKey);
    const before = ofKey.findLast((listing) => precedes(listing.reading.exchange, reading.exchange));
    if (before !== undefined) listings.set(reading, before);
    const after = listingOf(reading);
    if (after === undefined) continue;
    ofKey.push(after);
    if (before !== undefined) steps.push({ before, after, writes: between(writes, before.reading, reading) });
  }
  return { listings, steps, writes, others };
}

/** Returns the writes that may have been carried out between two exchanges, or during one. A lost one may be so at any later time. */
function between(writes: readonly Reading[], since: Reading, until: Reading): Reading[] {
  return writes.filter(
    (write) =>
      !precedes(until.exchange, write.exchange) && (isLost(write) || !precedes(write.exchange, since.exchange)),
  );
}

function readListing(reading: Reading): Listing | undefined {
  const { operation, status, received, isCached, isSpecial, credential } = reading;
  if (operation?.id !== 'listInventory' || status !== 200 || isCached || isSpecial) return undefined;
  // No query is documented (§4.1): a service may take one for a filter.
  if (reading.exchange.request.url.includes('?')) return undefined;
  if (credential.kind === 'none' || credential.kind === 'misplaced') return undefined;
  if (received.kind !== 'json' || !Array.isArray(received.value)) return undefined;
  const stock = stockIn(received.value);
  return stock && { reading, stock };
}

/** Equal bodies are one value, and have one stock. Undefined if an integer is too long, or a pet is there twice. */
const stockIn = memoize((items: readonly JsonValue[]): Stock | undefined => {
  if (!conforms(listInventory.schemas.InventoryList, items as JsonValue[])) return undefined;
  const stock = new Map<Int64Text, StockEntry>();
  for (const [index, item] of items.entries()) {
    const petId = petIdOf(item);
    const quantity = isJsonObject(item) ? integerOf(item.quantity) : undefined;
    if (petId === undefined || quantity === undefined || stock.has(petId)) return undefined;
    stock.set(petId, { quantity, status: String((item as JsonObject).status), index });
  }
  return stock;
});

export function petIdOf(item: JsonValue): Int64Text | undefined {
  const petId = isJsonObject(item) ? integerOf(item.petId) : undefined;
  return petId === undefined ? undefined : (String(petId) as Int64Text);
}

export function holds(stock: Stock | undefined, wanted: bigint | undefined): boolean {
  return [...(stock?.values() ?? [])].some(({ quantity }) => quantity === wanted);
}

/** Returns whether the outcome of a request is unknown: no response, or a gateway gave up. */
export function isLost({ status }: Reading): boolean {
  return status === undefined || status === 408 || isOfGateway(status);
}

/** An update as the document describes it: a new quantity for a pet by its id. */
export interface Update {
  readonly reading: Reading;
  readonly petId: Int64Text;
  readonly quantity: bigint;
  readonly listing: Listing | undefined;
  /** The last listing has the pet, and some listing has the quantity: nothing in it can be out of bounds. */
  readonly isOrdinary: boolean;
  /** Its body has other fields of an item, which a service may ignore or reject. */
  readonly hasMore: boolean;
}

export function validUpdates(evidence: Evidence): Update[] {
  return [...updatesByReading(evidence).values()];
}

export function unlistedUpdates(evidence: Evidence): Update[] {
  return validUpdates(evidence).filter(
    ({ petId, listing, hasMore }) => listing?.stock.has(petId) === false && !hasMore,
  );
}

export function missedUpdates(evidence: Evidence): Reading[] {
  return unlistedUpdates(evidence).flatMap(({ reading }) => (reading.status === 404 ? [reading] : []));
}

export function acceptedUpdates(evidence: Evidence, readings: readonly Reading[]): Update[] {
  const updates = updatesByReading(evidence);
  return readings.flatMap((reading) => (reading.isAccepted ? (updates.get(reading) ?? []) : []));
}

export function quantitySent(evidence: Evidence, { operation, sent }: Reading): bigint | undefined {
  return sent.kind === 'json' ? integerOf(valueIn(evidence, operation, sent.value)) : undefined;
}

function valueIn({ judged }: Evidence, operation: Reading['operation'], body: JsonValue | undefined): unknown {
  const ofOperation = operation && judged.operations[operation.id];
  return isJsonObject(body) ? ofOperation?.valueIn?.(body) : undefined;
}

const isOfItem = (field: string) => Object.hasOwn(sharedSchemas.InventoryItem.properties, field);

const updatesByReading = memoize(readUpdates);

function readUpdates(evidence: Evidence): ReadonlyMap<Reading, Update> {
  const quantities = new Set<bigint>();
  const listed = new Set<Stock>();
  const updates = new Map<Reading, Update>();
  for (const reading of evidence.readings) {
    const { stock } = listingOf(reading) ?? {};
    if (stock !== undefined && !listed.has(stock)) for (const { quantity } of stock.values()) quantities.add(quantity);
    if (stock !== undefined) listed.add(stock);
    const petId = targetOf(reading);
    if (petId === undefined || !isWellSent(reading) || isTooLarge(reading)) continue;
    const sent = strictJson(reading);
    const value = valueIn(evidence, reading.operation, sent);
    const quantity = integerOf(value);
    const fields = Object.keys(sent ?? {});
    const hasMore = fields.length > 1;
    if (quantity === undefined || (hasMore && !fields.every(isOfItem))) continue;
    const listing = listingBefore(evidence, reading);
    // Any other spelling (`5.0`, an escaped name) is valid JSON that a service may reject.
    const isPlain =
      String(value) === String(quantity) && reading.exchange.request.body?.replaceAll(/\s/g, '') === writeJson(sent);
    const isOrdinary = isPlain && !hasMore && listing?.stock.has(petId) === true && quantities.has(quantity);
    updates.set(reading, { reading, petId, quantity, listing, isOrdinary, hasMore });
  }
  return updates;
}
