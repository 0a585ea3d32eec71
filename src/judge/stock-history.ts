import { LosslessNumber } from 'lossless-json';
import { exactInteger } from '../json/exact-number.js';
import { isJsonObject, type JsonValue } from '../json/json-value.js';
import { type Int64Text, isInt64Text } from '../spec/int64.js';
import { findViolation } from '../validation/validate.js';
import type { Evidence } from './evidence.js';
import { objectOf, type Reading } from './reading.js';

/** What a listing says of one pet. */
export interface StockEntry {
  readonly quantity: bigint;
  readonly status: string;
  /** Where the entry stands in the answer's body, as a JSON pointer. */
  readonly pointer: string;
}

/** A listing that can be compared with others: of the right shape, each pet in it once. */
export interface Listing {
  readonly reading: Reading;
  readonly stock: ReadonlyMap<Int64Text, StockEntry>;
}

/** Two successive listings for the same key, and every write that may have been carried out between them. */
export interface StockStep {
  readonly before: Listing;
  readonly after: Listing;
  /** In order, the refused ones too. An exchange that overlaps a listing is here; so is every earlier write without an answer. */
  readonly writes: readonly Reading[];
}

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'REPORT', 'SEARCH', 'QUERY'];

/** Every rule about stock asks for the same listings, each of which may hold thousands of pets. */
const listings = new WeakMap<Reading, { readonly listing: Listing | undefined }>();

/** Answers the listing that an exchange is, or undefined where it is none that others can be compared with. */
export function listingOf(reading: Reading): Listing | undefined {
  const known = listings.get(reading);
  if (known !== undefined) return known.listing;
  const listing = readListing(reading);
  listings.set(reading, { listing });
  return listing;
}

/** Answers what happened between each listing and the next one for the same key. */
export function stockSteps({ readings }: Evidence): StockStep[] {
  const inOrder = [...readings].sort((a, b) => a.exchange.startedMs - b.exchange.startedMs || a.number - b.number);
  const writes = inOrder.filter(isWrite);
  const latest = new Map<string, Listing>();
  const steps: StockStep[] = [];
  for (const reading of inOrder) {
    const after = listingOf(reading);
    if (after === undefined) continue;
    const before = latest.get(keyOf(reading));
    if (before !== undefined) {
      steps.push({ before, after, writes: writes.filter((write) => mayLieBetween(before, write, after)) });
    }
    latest.set(keyOf(reading), after);
  }
  return steps;
}

/** Answers the last comparable listing for the same key that was complete when this request was sent. */
export function listingBefore({ readings }: Evidence, reading: Reading): Listing | undefined {
  const isBefore = (one: Reading) =>
    one.exchange.endedMs <= reading.exchange.startedMs && keyOf(one) === keyOf(reading) && one !== reading;
  const earlier = readings.filter((one) => isBefore(one) && listingOf(one) !== undefined);
  const last = earlier.sort((a, b) => a.exchange.startedMs - b.exchange.startedMs || a.number - b.number).at(-1);
  return last && listingOf(last);
}

/** Tells whether a write was certainly not carried out: it was answered with a 4xx of the service's own accord. */
export function isRefused({ status, isSpecial }: Reading): boolean {
  return status !== undefined && status >= 400 && status < 500 && status !== 408 && !isSpecial;
}

/** Tells whether a conformant service may have changed this pet because of a write, were it accepted or lost. */
export function mayHaveChanged(write: Reading, petId: Int64Text): boolean {
  if (isRefused(write)) return false;
  const target = targetOf(write);
  return target === undefined || target === petId;
}

/** Answers the pet that an update names; undefined where the request is no update, or its id no int64 as one is written. */
export function targetOf({ operation, petId }: Reading): Int64Text | undefined {
  return operation === 'updateInventory' && petId !== undefined && isInt64Text(petId) ? petId : undefined;
}

/** Answers the quantity that was sent, exactly; undefined where it is no integer. */
export function quantitySent({ sent }: Reading): bigint | undefined {
  return integerOf(objectOf(sent)?.quantity);
}

/** Answers the integer that a JSON value is, exactly; undefined where it is none. */
export function integerOf(value: JsonValue | undefined): bigint | undefined {
  return typeof value === 'number' || value instanceof LosslessNumber ? exactInteger(value) : undefined;
}

export function entryInWords(entry: StockEntry | undefined): string {
  return entry === undefined ? 'no such pet in the list' : `quantity ${entry.quantity}, status ${entry.status}`;
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

function isWrite({ operation, exchange }: Reading): boolean {
  return operation !== 'sendMessage' && !SAFE_METHODS.includes(exchange.request.method.toUpperCase());
}

/** Tells whether nobody but the service knows what became of a request: no answer came, or a gateway gave up. */
export function isLost({ status }: Reading): boolean {
  return status === undefined || [408, 502, 503, 504].includes(status);
}

/** A write without an answer may be carried out at any later time. */
function mayLieBetween(before: Listing, write: Reading, after: Listing): boolean {
  const { startedMs, endedMs } = write.exchange;
  return (isLost(write) || endedMs > before.reading.exchange.startedMs) && startedMs < after.reading.exchange.endedMs;
}

function keyOf({ credential }: Reading): string {
  return credential.kind === 'bearer' ? credential.name : '';
}
