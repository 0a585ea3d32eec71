import { isJsonObject, type JsonValue } from '../json/json-value.js';

/** Tells whether a JSON value looks like a comparison, of whatever version. */
export function isComparison(value: JsonValue | undefined): boolean {
  return isJsonObject(value) && ['differences', 'uncompared', 'left', 'right'].every((name) => name in value);
}
