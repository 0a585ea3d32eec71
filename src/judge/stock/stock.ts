import { type Int64Text, integerOf } from '../../json/exact-number.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.js';

/** One pet in a listing. */
export interface StockEntry {
  readonly quantity: bigint;
  readonly status: string;
  /** Its place in the list, counted from 0. */
  readonly index: number;
}

/** A bigint only beyond the safe integers: the two compare by `<`, and most ids need no memory. */
type PetKey = number | bigint;

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

/** What a list shows, by pet. It reads the items of the list and copies nothing. */
export class Stock {
  readonly #items: readonly JsonObject[];
  /** The place of each pet, in the order of the list. */
  readonly #places: ReadonlyMap<PetKey, number>;

  private constructor(items: readonly JsonObject[], places: ReadonlyMap<PetKey, number>) {
    this.#items = items;
    this.#places = places;
  }

  /** Returns undefined if an integer is too long, or a pet is there twice. The items must conform to the schema otherwise. */
  static of(items: readonly JsonValue[]): Stock | undefined {
    const isExact = (item: JsonValue): item is JsonObject =>
      isJsonObject(item) && (typeof item.quantity === 'number' || integerOf(item.quantity) !== undefined);
    if (!items.every(isExact)) return undefined;
    const places = new Map<PetKey, number>();
    for (const [index, item] of items.entries()) {
      const key = keyOf(item);
      if (key === undefined || places.has(key)) return undefined;
      places.set(key, index);
    }
    return new Stock(items, places);
  }

  get size(): number {
    return this.#items.length;
  }

  has(petId: string): boolean {
    return this.get(petId) !== undefined;
  }

  get(petId: string): StockEntry | undefined {
    const index = /^-?\d+$/.test(petId) ? this.#places.get(shortKey(BigInt(petId))) : undefined;
    return index === undefined ? undefined : this.#entryAt(index);
  }

  /** All pets in the order of the list. */
  *pets(): Iterable<[Int64Text, StockEntry]> {
    for (const [key, index] of this.#places) yield [String(key) as Int64Text, this.#entryAt(index)];
  }

  /** The ids in the order of the list. */
  keys(): Iterable<PetKey> {
    return this.#places.keys();
  }

  /** The quantity of each pet. */
  *quantities(): Iterable<bigint> {
    for (const { quantity } of this.#items) yield integerOf(quantity) ?? 0n;
  }

  /** Returns whether some pet has a quantity. */
  holds(wanted: bigint | undefined): boolean {
    return wanted !== undefined && this.#items.some(({ quantity }) => integerOf(quantity) === wanted);
  }

  #entryAt(index: number): StockEntry {
    const { quantity, status } = this.#items[index] ?? {};
    return { quantity: integerOf(quantity) ?? 0n, status: String(status), index };
  }
}
