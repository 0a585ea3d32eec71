import { type Exchange, headerOf } from '../../src/exchange/exchange.js';
import { oncePer } from '../../src/judge/evidence.js';
import { integerOf, isInt64 } from '../../src/spec/exact-number.js';
import { isJsonObject, type JsonValue } from '../../src/spec/json.js';
import { quote } from '../../src/spec/quoting.js';
import type { Draw } from '../draw.js';
import type { PetRole, ProbeValues } from '../probes/probe.js';
import { readJson } from '../read-json.js';

/** A pet in the list; its integers as canonical texts. */
export interface StockEntry {
  readonly petId: string;
  readonly quantity: string;
  readonly status: string;
}

export type Listing = readonly StockEntry[];

/**
 * Returns a function that returns the valid entries of a list; undefined if a response is not a list, or a cached one. Equal lists in
 * a row are one.
 */
export function createListingReader(): (exchange: Exchange) => Listing | undefined {
  let last: { readonly text: string; readonly listing: Listing | undefined } | undefined;
  return ({ request, response }) => {
    const isList = request.method === 'GET' && request.url.endsWith('/inventory') && response?.status === 200;
    if (!isList || response.body.kind !== 'text' || Number(headerOf(response.headers, 'age') ?? 0) > 0)
      return undefined;
    const { text } = response.body;
    if (text !== last?.text) last = { text, listing: parseListing(text) };
    return last.listing;
  };
}

function parseListing(text: string): Listing | undefined {
  const value = readJson(text);
  return Array.isArray(value) ? value.flatMap(readEntry) : undefined;
}

function readEntry(item: JsonValue): StockEntry[] {
  if (!isJsonObject(item)) return [];
  const petId = integerOf(item.petId);
  const quantity = integerOf(item.quantity);
  if (petId === undefined || quantity === undefined || !isInt64(petId) || typeof item.status !== 'string') return [];
  return [{ petId: String(petId), quantity: String(quantity), status: item.status }];
}

/**
 * Returns the pets that could be written to, beginning with the one that the seed draws. Consecutive seeds draw different pets, so
 * that numbered jobs never meet.
 */
export function petCandidates(listing: Listing, seed: number): readonly StockEntry[] {
  const pets = uniquePets(listing);
  const first = pets.length === 0 ? 0 : Math.abs(Math.trunc(seed)) % pets.length;
  return first === 0 ? pets : [...pets.slice(first), ...pets.slice(0, first)];
}

const uniquePets = oncePer((listing: Listing): readonly StockEntry[] => {
  const times = new Map<string, number>();
  for (const { petId } of listing) times.set(petId, (times.get(petId) ?? 0) + 1);
  return listing.filter(({ petId }) => times.get(petId) === 1).sort(byId);
});

/** The order of a list may differ in each response. */
function byId(one: StockEntry, other: StockEntry): number {
  const [a, b] = [BigInt(one.petId), BigInt(other.petId)];
  return a < b ? -1 : Number(a > b);
}

const BEYOND_32_BITS = 2 ** 32;

/** Draws the values that a run sends. The quantity of another pet is certainly allowed; ids stay below 2^53, for services that round. */
export function drawValues(listing: Listing, pet: StockEntry | undefined, draw: Draw): ProbeValues {
  const original = pet?.quantity ?? '1';
  return {
    petId: pet?.petId ?? '1',
    ...likeIds(pet?.petId ?? '1'),
    original,
    quantity: drawQuantity(listing, original, draw),
    largeQuantity: String(BEYOND_32_BITS + draw.integer(1, 1000)),
    unlistedId: drawUnlistedId(listing, draw),
    message: JSON.stringify(
      `  petstore-mock check ${draw.integer(1000, 9999)}:  “Grüße” "to" 'all' \\ & <b>5 % + 3</b> – 日本語, 🐾, e\u0301  `,
    ),
  };
}

function likeIds(petId: string) {
  const id = BigInt(petId);
  return {
    petIdInHex: id.toString(16),
    petIdBeyondInt: String(id + 2n ** 32n),
    petIdBeyondLong: String(id + 2n ** 64n),
  };
}

const BEYOND_31_BITS = 2n ** 31n;

/** Returns the pet of a list that stands for others like it; undefined if there is none. A duplicate is no pet. */
export function petInRole(role: PetRole, listing: Listing): StockEntry | undefined {
  const pets = petCandidates(listing, 0);
  switch (role) {
    case 'smallest':
      return pets[0];
    case 'largest':
      return pets.at(-1);
    case 'beyond 2^31':
      return pets.find(({ petId }) => BigInt(petId) >= BEYOND_31_BITS);
    case 'first':
    case 'last': {
      const pet = listing.at(role === 'first' ? 0 : -1);
      return pets.find(({ petId }) => petId === pet?.petId);
    }
    default:
      return pets.find(({ status }) => status === role);
  }
}

/** Returns the values for another pet. Where others may write, it gets the quantity that it has. */
export function valuesOf(pet: StockEntry, listing: Listing, values: ProbeValues, isExclusive: boolean): ProbeValues {
  const { petId, quantity: original } = pet;
  const other = listing.find(({ quantity }) => quantity !== original)?.quantity;
  const quantity = (isExclusive ? other : undefined) ?? original;
  return { ...values, petId, ...likeIds(petId), original, quantity };
}

function drawQuantity(listing: Listing, original: string, draw: Draw): string {
  const others = [...new Set(listing.map(({ quantity }) => quantity))]
    .filter((quantity) => quantity !== original)
    .sort();
  return others[draw.integer(0, Math.max(0, others.length - 1))] ?? original;
}

function drawUnlistedId(listing: Listing, draw: Draw): string {
  const listed = new Set(listing.map(({ petId }) => petId));
  for (;;) {
    const id = String(draw.integer(10 ** 15, 9 * 10 ** 15));
    if (!listed.has(id)) return id;
  }
}

export interface Watched {
  /** The pet that was written to. */
  readonly petId: string | undefined;
  /** An id that was not listed and was written to. */
  readonly unlistedId: string;
  /** Nobody else writes to the store: then every pet counts. */
  readonly isExclusive: boolean;
}

/** Describes changes during a run that cannot be restored: a pet that was added or removed, a changed status. */
export function stockChanges(before: Listing, after: Listing, { petId, unlistedId, isExclusive }: Watched): string[] {
  const old = new Map(before.map((entry) => [entry.petId, entry]));
  const now = new Map(after.map((entry) => [entry.petId, entry]));
  const concerns = (id: string) => isExclusive || id === petId || id === unlistedId;
  const appeared = after.filter((entry) => !old.has(entry.petId) && concerns(entry.petId));
  const previous = before.filter((entry) => concerns(entry.petId));
  return [
    ...appeared.map((entry) => `pet ${entry.petId} was not there before`),
    ...previous.flatMap((entry) => {
      const found = now.get(entry.petId);
      if (found === undefined) return [`pet ${entry.petId} is no longer there`];
      return found.status === entry.status
        ? []
        : [`the status of pet ${entry.petId} was ${quote(entry.status)} and is ${quote(found.status)}`];
    }),
  ].slice(0, MOST_LISTED);
}

const MOST_LISTED = 5;
