import { integerOf } from '../../json/exact-number.js';
import { isJsonObject, type JsonValue } from '../../json/json-value.js';
import { quote } from '../../json/quote.js';
import { writeJson } from '../../json/write-json.js';
import { findViolation } from '../../validation/validate.js';

/** What is wrong with one item of a list, and where. */
export interface ItemMistake {
  readonly problem: string;
  readonly expected: string;
  readonly received: string;
  readonly pointer: string;
}

/** Answers the items that are no InventoryItem (§2.1). */
export function findWrongItems(items: readonly JsonValue[]): ItemMistake[] {
  return items.flatMap((item, index) => {
    const violation = findViolation('InventoryItem', item);
    if (violation === undefined) return [];
    const { pointer, problem } = violation;
    return {
      problem: `${pointer === '' ? 'an item' : `${pointer.slice(1)} of an item`} ${problem}`,
      expected: 'an item with petId (int64), quantity (integer) and status (available, pending or sold)',
      received: quote(writeJson(item)),
      pointer: `/${index}${pointer}`,
    };
  });
}

/** Answers the items whose pet stands earlier in the list; ids are compared exactly. */
export function findRepeatedPets(items: readonly JsonValue[]): ItemMistake[] {
  const places = new Map<bigint, number>();
  return items.flatMap((item, index) => {
    const id = isJsonObject(item) ? integerOf(item.petId) : undefined;
    if (id === undefined) return [];
    const earlier = places.get(id);
    if (earlier === undefined) places.set(id, index);
    if (earlier === undefined) return [];
    return {
      problem: `pet ${id} stands in the list twice`,
      expected: 'one item for each pet',
      received: `the items ${earlier} and ${index}`,
      pointer: `/${index}/petId`,
    };
  });
}
