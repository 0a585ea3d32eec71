import { type Exchange, headerOf } from '../../src/exchange/exchange.js';
import { readJson } from '../../src/exchange/recorded-json.js';
import { integerOf, isInt64Text } from '../../src/json/exact-number.js';
import { isJsonObject, type JsonValue } from '../../src/json/json.js';
import { memoize } from '../../src/json/memoize.js';
import { quote } from '../../src/json/quoting.js';
import { sharedSchemas } from '../../src/service/schemas.js';
import type { Draw } from '../draw.js';
import type { PetKind, ProbeValues } from '../probes/probe.js';
import type { SuiteOptions } from '../suite.js';

export interface StockEntry {
  readonly petId: string;
  readonly quantity: string;
  readonly status: string;
}

export type Listing = readonly StockEntry[];

/** Returns a reader of lists; undefined if a response is not a list, or a cached one. Equal lists in a row are one. */
export function createListingReader(): (exchange: Exchange) => Listing | undefined {
  let last: { readonly text: string; readonly listing: Listing | undefined } | undefined;
  return ({ request, response }) => {
    const isList = request.method === 'GET' && request.url.endsWith('/inventory') && response?.status === 200;
    if (!isList || response.body.kind !== 'text' || Number(headerOf(response.headers, 'age') ?? 0) > 0)
      return undefined;
    const { text } = response.body;
    if (text !== last?.text) {
      const items = readJson(text);
      last = { text, listing: Array.isArray(items) ? items.flatMap((item) => petIn(item) ?? []) : undefined };
    }
    return last.listing;
  };
}

function petIn(item: JsonValue): StockEntry | undefined {
  if (!isJsonObject(item) || typeof item.status !== 'string') return undefined;
  const [petId, quantity] = [integerText(item.petId), integerText(item.quantity)];
  if (petId === undefined || !isInt64Text(petId) || quantity === undefined) return undefined;
  return { petId, quantity, status: item.status };
}

function integerText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'number' && Number.isInteger(value) ? String(value) : integerOf(value)?.toString();
}

export function entryOf(listing: Listing, petId: string): StockEntry | undefined {
  return listing.find((entry) => entry.petId === petId);
}

/** Returns the pets that could be written to, the drawn one first. Consecutive seeds draw different pets: jobs never meet. */
export function petCandidates(listing: Listing, seed: number): readonly StockEntry[] {
  const pets = uniquePets(listing);
  // Beyond a usual page, where that leaves enough for other jobs.
  const skipped = pets.length >= 2 * LARGEST_PAGE ? LARGEST_PAGE : 0;
  const first = pets.length === 0 ? 0 : skipped + (Math.abs(Math.trunc(seed)) % (pets.length - skipped));
  return first === 0 ? pets : [...pets.slice(first), ...pets.slice(0, first)];
}

const LARGEST_PAGE = 100;

/** In the order of their ids: that of a list may differ in each response. */
const uniquePets = memoize((listing: Listing): Listing => {
  const byId = new Map<string, StockEntry | undefined>();
  for (const pet of listing) byId.set(pet.petId, byId.has(pet.petId) ? undefined : pet);
  const unique = [...byId.values()].filter((pet) => pet !== undefined);
  return unique.sort((one, other) => Number(BigInt(one.petId) - BigInt(other.petId)));
});

/** Below what most services allow in a body. */
const MANY = 40_000;

const BEYOND_62_BITS = 2n ** 62n;

/** Draws the values that a run sends. A quantity that another pet has is certainly allowed; ids stay below 2^53. */
export function drawValues(listing: Listing, pet: StockEntry | undefined, draw: Draw): ProbeValues {
  const original = pet?.quantity ?? '1';
  const quantity = drawQuantity(listing, original, draw);
  return {
    petId: pet?.petId ?? '1',
    ...likeIds(pet?.petId ?? '1'),
    original,
    ...statusesOf(pet),
    quantity,
    ...donorOf(listing, pet, quantity),
    spare: spareQuantity(listing, original, quantity),
    wide: quantity,
    // As a double it is 2^62: more than a sale takes is lost.
    largeQuantity: String(BEYOND_62_BITS + BigInt(draw.integer(101, 499))),
    unlistedId: drawUnlistedId(listing, draw),
    nextId: nextIdOf(listing),
    blanks: ' '.repeat(MANY),
    message: JSON.stringify(
      `  petstore-mock check ${draw.integer(1000, 9999)}:  “Grüße” "to" 'all' \\ & <b>5 % + 3</b> – 日本語, 🐾, e\u0301  `,
    ),
    ...drawLaxBodies(draw),
  };
}

/** What some parsers take for JSON: those of other formats (JSON5, YAML), of other languages, and lenient ones. `K` is a name, `V` its value. */
const LAX = ["{'K':V}", '{"K":V,}', '{K: V}', '{"K":/* new */V}', '{"K":V};', '{"K":V} }', '{"K":V # new\n}'];
const LAX_NUMBERS = ['{"K":NaN}', '{"K":Infinity}', '{"K":0V}', '{"K":+V}'];
/** A raw line break, and another control character. */
const LAX_TEXTS = ['{"K":"A message\nin two lines"}', '{"K":"A message\u0001"}'];

/** Draws a body that is not JSON for an update, and another one for a message. */
function drawLaxBodies(draw: Draw): { readonly laxUpdate: string; readonly laxMessage: string } {
  const write = (form: string, name: string, value: string) => form.replace('K', name).replace('V', () => value);
  const of = <Item>(all: readonly Item[]) => all[draw.integer(0, all.length - 1)] as Item;
  const update = of([...LAX, ...LAX_NUMBERS]);
  const message = of([...LAX, ...LAX_TEXTS].filter((form) => form !== update));
  const quote = message.startsWith("{'") ? "'" : '"';
  return {
    laxUpdate: write(update, 'quantity', '{quantity}'),
    laxMessage: write(message, 'message', `${quote}A message that is not JSON${quote}`),
  };
}

function statusesOf(pet: StockEntry | undefined) {
  const { enum: all } = sharedSchemas.PetStatus;
  const status = pet?.status ?? all[0];
  return { status, otherStatus: all.find((other) => other !== status) ?? status };
}

function donorOf(listing: Listing, pet: StockEntry | undefined, quantity: string) {
  const donor = listing.find((entry) => entry.quantity === quantity && entry.petId !== pet?.petId);
  return { donorId: donor?.petId ?? pet?.petId ?? '1', donorQuantity: quantity };
}

/** Returns an int64. */
function nextIdOf(listing: Listing): string {
  const largest = petOfKind('largest', listing)?.petId ?? '0';
  const next = String(BigInt(largest) + 1n);
  return isInt64Text(next) ? next : largest;
}

function likeIds(petId: string) {
  const id = BigInt(petId);
  return {
    petIdInHex: id.toString(16),
    petIdBeyondInt: String(id + 2n ** 32n),
    petIdBeyondLong: String(id + 2n ** 64n),
    petIdNearby: String(nearby(id) ?? id),
  };
}

/** Returns an id that is the same as a double. */
function nearby(id: bigint): bigint | undefined {
  return [id - 1n, id + 1n].find((other) => Number(other) === Number(id) && isInt64Text(String(other)));
}

const BEYOND_31_BITS = 2n ** 31n;
const BEYOND_53_BITS = 2n ** 53n;

/** Returns the pet of a list that stands for others like it; undefined if there is none. A duplicate is no pet. */
export function petOfKind(kind: PetKind, listing: Listing): StockEntry | undefined {
  const pets = petCandidates(listing, 0);
  switch (kind) {
    case 'smallest':
      return pets[0];
    case 'largest':
      return pets.at(-1);
    case 'beyond 2^31':
      return pets.find(({ petId }) => BigInt(petId) >= BEYOND_31_BITS);
    case 'beyond 2^53': {
      const large = pets.filter(({ petId }) => BigInt(petId) >= BEYOND_53_BITS);
      return large.find(({ petId }) => nearby(BigInt(petId)) !== undefined) ?? large[0];
    }
    case 'first':
    case 'last': {
      const pet = listing.at(kind === 'first' ? 0 : -1);
      return pet && entryOf(pets, pet.petId);
    }
    default:
      return pets.find(({ status }) => status === kind);
  }
}

/** Returns the values for another pet. Where others may write, it gets the quantity that it has. */
export function valuesOf(pet: StockEntry, listing: Listing, values: ProbeValues, isExclusive: boolean): ProbeValues {
  const { petId, quantity: original } = pet;
  const other = listing.find(({ quantity }) => quantity !== original)?.quantity;
  const quantity = (isExclusive ? other : undefined) ?? original;
  const spare = spareQuantity(listing, original, quantity);
  const isWide = isExclusive && values.wide !== values.quantity;
  // Pets differ in it, so that a list shows whether one got that of another.
  const wide = isWide ? String(BigInt(values.wide) - 2n - 2n * (BigInt.asUintN(64, BigInt(petId)) % 500n)) : quantity;
  return { ...values, petId, ...likeIds(petId), original, ...statusesOf(pet), quantity, spare, wide };
}

const FEW_PIECES = /^-?[01]$/;

function drawQuantity(listing: Listing, original: string, draw: Draw): string {
  const quantities = new Set<string>();
  for (const { quantity } of listing) if (quantity !== original) quantities.add(quantity);
  // 0 and 1 would hide what doubles it, or adds it to what was there.
  const telling = [...quantities].filter((quantity) => !FEW_PIECES.test(quantity));
  const others = (telling.length > 0 ? telling : [...quantities]).sort();
  // More pieces than a sale takes: one less is not what was there before.
  const more = BigInt(draw.integer(11, 97));
  return others[draw.integer(0, Math.max(0, others.length - 1))] ?? besides(original, more);
}

function spareQuantity(listing: Listing, original: string, quantity: string): string {
  const other = listing.find((entry) => entry.quantity !== original && entry.quantity !== quantity);
  if (other !== undefined) return other.quantity;
  const next = besides(original, SPARE);
  return next === quantity ? besides(original, 2n * SPARE) : next;
}

const SPARE = 7n;

/** Returns a quantity that is so much more; less if that is no int64. */
function besides(quantity: string, by: bigint): string {
  const more = String(BigInt(quantity) + by);
  return isInt64Text(more) ? more : String(BigInt(quantity) - by);
}

function drawUnlistedId(listing: Listing, draw: Draw): string {
  for (;;) {
    const id = String(draw.integer(10 ** 15, 9 * 10 ** 15));
    if (entryOf(listing, id) === undefined) return id;
  }
}

/** Describes changes during a run that cannot be restored: a pet that was added or removed, a changed status. */
export function unrestorableChanges(
  before: Listing,
  after: Listing,
  { petId, unlistedId, isExclusive }: Pick<ProbeValues, 'petId' | 'unlistedId'> & Pick<SuiteOptions, 'isExclusive'>,
): string[] {
  const concerns = (id: string) => isExclusive || id === petId || id === unlistedId;
  const watched = (listing: Listing) =>
    new Map(listing.filter(({ petId: id }) => concerns(id)).map((entry) => [entry.petId, entry]));
  const [old, now] = [watched(before), watched(after)];
  const appeared = [...now.keys()].filter((id) => !old.has(id)).map((id) => `pet ${id} was not there before`);
  const changed = [...old.values()].flatMap(({ petId: id, status }) => {
    const found = now.get(id);
    if (found === undefined) return `pet ${id} is no longer there`;
    return found.status === status ? [] : `the status of pet ${id} was ${quote(status)} and is ${quote(found.status)}`;
  });
  return [...appeared, ...changed].slice(0, MOST_LISTED);
}

const MOST_LISTED = 5;
