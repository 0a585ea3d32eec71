import { integerOf } from '../json/exact-number.js';
import type { JsonObject, JsonValue } from '../json/json-value.js';
import type { Evidence } from '../judge/evidence.js';
import type { Reading } from '../judge/reading.js';
import { listingBefore, type StockEntry } from '../judge/stock-history.js';

/** A pet that was looked up. */
export interface LookedUp {
  readonly reading: Reading;
  readonly pet: JsonObject;
}

/** `STATUS`: in capitals. */
type StockField = 'petId' | 'quantity' | 'status' | 'STATUS';

/** One pet may have its id in any field by chance; where only one was looked up the name must say so. */
const NAME_OF_ID = /^(?:pet_?)?id$/i;
const NAME_OF_STATUS = /^(?:pet_?)?(?:status|state)$/i;

/** Answers which fields of every pet that was looked up agree with its id, or with what the list says of it. */
export function findStockFields(pets: readonly LookedUp[], evidence: Evidence): Record<string, StockField> {
  const listed = pets.map((one) => ({ ...one, entry: entryOf(one.reading, evidence) }));
  const names = Object.keys(pets[0]?.pet ?? {});
  const isOneId = new Set(pets.map(({ reading }) => reading.petId)).size === 1;
  const found = names.flatMap((name): [string, StockField][] => {
    const all = (agrees: (value: JsonValue | undefined, one: (typeof listed)[number]) => boolean) =>
      listed.every((one) => agrees(Object.hasOwn(one.pet, name) ? one.pet[name] : undefined, one));
    if ((!isOneId || NAME_OF_ID.test(name)) && all(isIdAskedFor)) return [[name, 'petId']];
    if (NAME_OF_STATUS.test(name)) {
      if (all((value, { entry }) => value !== undefined && value === entry?.status)) return [[name, 'status']];
      const isInCapitals = all((value, { entry }) => value !== undefined && value === entry?.status.toUpperCase());
      return isInCapitals ? [[name, 'STATUS']] : [];
    }
    if (name !== 'quantity') return [];
    return all((value, { entry }) => entry !== undefined && integerOf(value) === entry.quantity) ? [[name, name]] : [];
  });
  return Object.fromEntries(found);
}

/** As a number, or as a text. */
function isIdAskedFor(value: JsonValue | undefined, { reading: { petId } }: LookedUp): boolean {
  return value !== undefined && petId !== undefined && (value === petId || String(integerOf(value)) === petId);
}

function entryOf(reading: Reading, evidence: Evidence): StockEntry | undefined {
  return listingBefore(evidence, reading)?.stock.get(reading.petId ?? '');
}
