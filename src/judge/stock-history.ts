import { type Int64Text, integerOf, isInt64Text, isJsonObject, type JsonValue } from '../spec/json.js';
import { operations } from '../spec/operations.js';
import { findViolation } from '../spec/validation/validate.js';
import { type Evidence, keyNameOf, objectOf, type Reading, readingsBySending } from './evidence.js';

/** One pet in a listing. */
export interface StockEntry {
  readonly quantity: bigint;
  readonly status: string;
  /** JSON pointer to the item in the response body. */
  readonly pointer: string;
}

/** A listing that can be compared with others: of the right shape, each pet in it once. */
export interface Listing {
  readonly reading: Reading;
  readonly stock: ReadonlyMap<Int64Text, StockEntry>;
}

/** Two successive listings for the same key that do not overlap, and every write that may have been carried out between them. */
export interface StockStep {
  readonly before: Listing;
  readonly after: Listing;
  /** In order, including rejected ones, exchanges that overlap a list, and earlier writes without a response. */
  readonly writes: readonly Reading[];
}

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'REPORT', 'SEARCH', 'QUERY'];

/** Returns the listing in an exchange; undefined without one that others can be compared with. */
export function listingOf(reading: Reading): Listing | undefined {
  return reading.derived.get(reading, readListing);
}

/** Returns what happened between each listing and the last one for the same key that was complete before. */
export function stockSteps(evidence: Evidence): readonly StockStep[] {
  return historyOf(evidence).steps;
}

/**
 * Returns the last comparable listing for the same key that was complete when this request was sent; undefined where a request that the
 * document does not describe may have added or removed pets since.
 */
export function listingBefore(evidence: Evidence, reading: Reading): Listing | undefined {
  const list = lastComplete(historyOf(evidence).lists.get(keyNameOf(reading)) ?? [], reading);
  if (list === undefined || mayHaveBeenDisturbed(evidence, list, reading)) return undefined;
  return listingOf(list);
}

/** Returns whether a request that the document does not describe, and that may change any pet, was under way between two exchanges. */
export function mayHaveBeenDisturbed(evidence: Evidence, since: Reading, until: Reading): boolean {
  return historyOf(evidence).others.some((write) => mayLieBetween(since, write, until));
}

/** Returns the last of some lists that was complete when a request was sent. */
function lastComplete(lists: readonly Reading[], { exchange: { startedMs }, number }: Reading): Reading | undefined {
  return lists.findLast((list) => list.number !== number && list.exchange.endedMs <= startedMs);
}

/** Returns whether a write was certainly not carried out: the service itself responded with a 4xx. */
export function isRejected({ status, isSpecial }: Reading): boolean {
  return status !== undefined && status >= 400 && status < 500 && status !== 408 && !isSpecial;
}

/** Returns whether a conformant service may have changed this pet because of a write, were it accepted or lost. */
export function mayHaveChanged(write: Reading, petId: Int64Text): boolean {
  if (isRejected(write)) return false;
  const target = targetOf(write);
  return target === undefined || target === petId;
}

/** Returns the pet of an update; undefined if the request is not an update, or its id not a canonical int64. */
export function targetOf({ operation, petId }: Reading): Int64Text | undefined {
  return operation === 'updateInventory' && petId !== undefined && isInt64Text(petId) ? petId : undefined;
}

/** Returns the exact quantity that was sent; undefined if it is not an integer. */
export function quantitySent({ sent }: Reading): bigint | undefined {
  return integerOf(objectOf(sent)?.quantity);
}

export function entryInWords(entry: StockEntry | undefined): string {
  return entry === undefined ? 'no such pet in the list' : `quantity ${entry.quantity}, status ${entry.status}`;
}

interface History {
  /** By key, in the order of sending. */
  readonly lists: ReadonlyMap<string | undefined, readonly Reading[]>;
  readonly steps: readonly StockStep[];
  /** Writes that may have added or removed any pet. */
  readonly others: readonly Reading[];
}

function historyOf(evidence: Evidence): History {
  return evidence.derived.get(evidence, readHistory);
}

function readHistory({ readings }: Evidence): History {
  const inOrder = [...readings].sort(readingsBySending);
  const writes = inOrder.filter(isWrite);
  const lists = new Map<string | undefined, Reading[]>();
  const steps: StockStep[] = [];
  for (const reading of inOrder) {
    const after = listingOf(reading);
    if (after === undefined) continue;
    const ofKey = lists.get(keyNameOf(reading)) ?? [];
    const last = lastComplete(ofKey, reading);
    const before = last && listingOf(last);
    if (before !== undefined) {
      steps.push({ before, after, writes: writes.filter((write) => mayLieBetween(before.reading, write, reading)) });
    }
    ofKey.push(reading);
    lists.set(keyNameOf(reading), ofKey);
  }
  return { lists, steps, others: writes.filter((write) => targetOf(write) === undefined && !isRejected(write)) };
}

function readListing(reading: Reading): Listing | undefined {
  const { operation, status, received, isCached, isSpecial, credential } = reading;
  if (operation !== 'listInventory' || status !== 200 || isCached || isSpecial) return undefined;
  // No query is documented (§4.1): a service may take one for a filter.
  if (reading.exchange.request.url.includes('?')) return undefined;
  if (credential.kind === 'none' || credential.kind === 'misplaced') return undefined;
  if (received.kind !== 'json' || !Array.isArray(received.value)) return undefined;
  if (findViolation('InventoryList', received.value) !== undefined) return undefined;
  const stock = new Map(received.value.map((item, index) => readEntry(item, index)));
  return stock.size === received.value.length && !stock.has('') ? { reading, stock } : undefined;
}

function readEntry(item: JsonValue, index: number): [Int64Text | '', StockEntry] {
  const { petId, quantity, status } = isJsonObject(item) ? item : {};
  const exact = integerOf(quantity);
  const id = exact === undefined ? '' : String(integerOf(petId) ?? '');
  return [id, { quantity: exact ?? 0n, status: String(status), pointer: `/${index}` }];
}

/** Returns whether a request may change pets; a message does not. */
export function isWrite({ operation, exchange }: Reading): boolean {
  return (
    !(operation !== undefined && operations[operation].area === 'Messages') &&
    !SAFE_METHODS.includes(exchange.request.method.toUpperCase())
  );
}

/** Statuses of gateways that gave up. */
const GIVEN_UP: readonly (number | undefined)[] = [undefined, 408, 502, 503, 504];

/** Returns whether the outcome of a request is unknown: no response, or a gateway gave up. */
export function isLost({ status }: Reading): boolean {
  return GIVEN_UP.includes(status);
}

/** A write without a response may be carried out at any later time. */
function mayLieBetween(since: Reading, write: Reading, until: Reading): boolean {
  const { startedMs, endedMs } = write.exchange;
  return startedMs < until.exchange.endedMs && (endedMs > since.exchange.startedMs || isLost(write));
}
