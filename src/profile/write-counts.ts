import { isJsonObject, type JsonObject, type JsonValue } from '../json/json-value.js';

/** Writes a number where each pointer leads, through objects, if something stands there. */
export function writeCounts(rest: JsonObject, pointers: readonly string[], count: number, parent = ''): JsonObject {
  const members = Object.entries(rest).map(([name, value]): [string, JsonValue] => {
    const pointer = `${parent}/${name}`;
    if (isJsonObject(value)) return [name, writeCounts(value, pointers, count, pointer)];
    return [name, pointers.includes(pointer) ? count : value];
  });
  return Object.fromEntries(members);
}
