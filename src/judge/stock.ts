import { countWhile } from '../spec/count-while.js';
import { type Int64Text, integerOf, isInt64Text } from '../spec/exact-number.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../spec/json.js';

/** One pet in a listing. */
export interface StockEntry {
  readonly quantity: bigint;
  readonly status: string;
  /** Its place in the list, counted from 0. */
  readonly index: number;
}

/** A bigint only beyond the safe integers: the two compare by `<`, and most ids need no memory. */
type PetKey = number | bigint;

/** The places of the pets in a list, by ascending id: a fraction of what a `Map` takes, and a list may have a million pets. */
export class PetPlaces {
  readonly #items: readonly JsonValue[];
  readonly #sorted: Int32Array;
  readonly isAscending: boolean;

  constructor(items: readonly JsonValue[]) {
    this.#items = items;
    const places = new Int32Array(items.length);
    let count = 0;
    let isAscending = true;
    let last: PetKey = Number.NEGATIVE_INFINITY;
    for (const [place, item] of items.entries()) {
      const key = keyOf(item);
      if (key === undefined) continue;
      isAscending &&= key > last;
      last = key;
      places[count++] = place;
    }
    this.isAscending = isAscending;
    this.#sorted = places.subarray(0, count);
    if (!isAscending) this.#sorted.sort((one, other) => compare(this.#keyAt(one), this.#keyAt(other)) || one - other);
  }

  /** How many items have an id. */
  get count(): number {
    return this.#sorted.length;
  }

  /** The places of items whose pet occurs earlier in the list, in order. */
  repeated(): number[] {
    if (this.isAscending) return [];
    const isRepeat = (place: number, at: number) =>
      at > 0 && compare(this.#keyAt(this.#sorted[at - 1] ?? 0), this.#keyAt(place)) === 0;
    return [...this.#sorted.filter(isRepeat).sort()];
  }

  /** Returns the first place of a pet in the list. */
  placeOf(key: PetKey): number | undefined {
    const place = this.#sorted[countWhile(this.#sorted, (each) => this.#keyAt(each) < key)];
    return place !== undefined && compare(this.#keyAt(place), key) === 0 ? place : undefined;
  }

  #keyAt(place: number): PetKey {
    return keyOf(this.#items[place] ?? null) ?? 0;
  }
}

/** Returns the exact id of an item; undefined without one. */
export function keyOf(item: JsonValue): PetKey | undefined {
  const petId = isJsonObject(item) ? item.petId : undefined;
  if (typeof petId === 'number') return Number.isInteger(petId) ? petId : undefined;
  const exact = integerOf(petId);
  return exact === undefined ? undefined : shortKey(exact);
}

function shortKey(exact: bigint): PetKey {
  const number = Number(exact);
  return Number.isSafeInteger(number) ? number : exact;
}

function compare(one: PetKey, other: PetKey): number {
  return one < other ? -1 : Number(one > other);
}

/** What a list shows, by pet. It reads the items of the list and copies nothing: lists of a run share most of their items. */
export class Stock {
  readonly #items: readonly JsonObject[];
  readonly #places: PetPlaces;

  private constructor(items: readonly JsonObject[], places: PetPlaces) {
    this.#items = items;
    this.#places = places;
  }

  /** Returns undefined if an integer is too long, or a pet is there twice. The items must conform to the schema otherwise. */
  static of(items: readonly JsonValue[], places: PetPlaces): Stock | undefined {
    const isExact = (item: JsonValue): item is JsonObject =>
      isJsonObject(item) && (typeof item.quantity === 'number' || integerOf(item.quantity) !== undefined);
    if (places.count < items.length || !items.every(isExact) || places.repeated().length > 0) return undefined;
    return new Stock(items, places);
  }

  get size(): number {
    return this.#items.length;
  }

  get isAscending(): boolean {
    return this.#places.isAscending;
  }

  has(petId: string): boolean {
    return this.#placeOf(petId) !== undefined;
  }

  get(petId: string): StockEntry | undefined {
    const index = this.#placeOf(petId);
    return index === undefined ? undefined : this.#entryAt(index);
  }

  /** All pets in the order of the list; without those that another list holds as the same item in the same place. */
  *pets(except?: Stock): Iterable<[Int64Text, StockEntry]> {
    if (except === this) return;
    const others = except === undefined ? [] : except.#items;
    for (const [index, item] of this.#items.entries()) {
      if (others[index] !== item) yield [String(keyOf(item)) as Int64Text, this.#entryAt(index)];
    }
  }

  /** The ids in the order of the list. */
  *keys(): Iterable<PetKey> {
    for (const item of this.#items) yield keyOf(item) ?? 0;
  }

  /** The quantity of each pet. */
  *quantities(): Iterable<bigint> {
    for (const { quantity } of this.#items) yield integerOf(quantity) ?? 0n;
  }

  /** Returns whether some pet has a quantity. */
  holds(wanted: bigint | undefined): boolean {
    if (wanted === undefined) return false;
    const key = shortKey(wanted);
    return this.#items.some(
      ({ quantity }) => quantity === key || (typeof quantity === 'object' && integerOf(quantity) === wanted),
    );
  }

  #placeOf(petId: string): number | undefined {
    return isInt64Text(petId) ? this.#places.placeOf(shortKey(BigInt(petId))) : undefined;
  }

  #entryAt(index: number): StockEntry {
    const { quantity, status } = this.#items[index] ?? {};
    return { quantity: integerOf(quantity) ?? 0n, status: String(status), index };
  }
}
