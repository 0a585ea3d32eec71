import { integerOf } from '../../../src/json/exact-number.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/json/json.js';
import { pathIdOf, type Reading } from '../../../src/judge/reading.js';

/** What a looked-up pet may repeat of its record. */
const sources: Readonly<Record<string, (record: JsonObject) => string>> = {
  petId: ({ petId }) => textOf(petId),
  quantity: ({ quantity }) => textOf(quantity),
  status: ({ status }) => textOf(status),
  STATUS: ({ status }) => textOf(status).toUpperCase(),
};

interface Sighting {
  readonly leaves: ReadonlyMap<string, string>;
  readonly record: JsonObject;
}

/**
 * Returns the places in looked-up pets that repeat their record: JSON pointers, each with the field that stands there. They agree in
 * every lookup, and with several values of the field: with one, they may do so by chance.
 */
export function findPetLinks(readings: readonly Reading[]): ReadonlyMap<string, string> {
  const seen = sightingsIn(readings);
  const pointers = new Set(seen.flatMap(({ leaves }) => [...leaves.keys()]));
  const links = [...pointers].flatMap((pointer) => {
    const own = seen.filter(({ leaves }) => leaves.has(pointer));
    const source = Object.keys(sources).find((name) => {
      const values = own.map(({ record }) => sources[name]?.(record));
      return new Set(values).size > 1 && own.every(({ leaves }, index) => leaves.get(pointer) === values[index]);
    });
    return source === undefined ? [] : [[pointer, source] as const];
  });
  return new Map(links);
}

/** Returns the pets that were looked up, each with its record as the last list or update showed it. */
function sightingsIn(readings: readonly Reading[]): Sighting[] {
  const records = new Map<string, JsonObject>();
  return readings.flatMap((reading): Sighting[] => {
    const { operation, received, isAccepted } = reading;
    if (!isAccepted || received.kind !== 'json') return [];
    if (operation?.id === 'listInventory' || operation?.id === 'updateInventory') {
      for (const record of [received.value].flat().filter(isJsonObject)) records.set(textOf(record.petId), record);
    }
    const record = operation?.id === 'getPet' ? records.get(pathIdOf(reading) ?? '') : undefined;
    return record === undefined ? [] : [{ leaves: leavesOf(received.value), record }];
  });
}

/** Returns the texts and numbers in a body, by their pointers. */
export function leavesOf(value: JsonValue, pointer = ''): Map<string, string> {
  if (Array.isArray(value) || isJsonObject(value)) {
    return new Map(Object.entries(value).flatMap(([name, part]) => [...leavesOf(part, `${pointer}/${name}`)]));
  }
  return new Map([[pointer, textOf(value)]]);
}

/** Exact, and alike for a number and its text. */
function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : String(integerOf(value) ?? value);
}
