import { isJsonObject, type JsonValue } from '../json/json-value.js';

/** Tells whether a JSON value says that it is a profile, of whatever version; whether it is a good one is `parseProfile`'s to tell. */
export function isProfile(value: JsonValue | undefined): boolean {
  return isJsonObject(value) && value.format === 'petstore-mock-profile';
}
