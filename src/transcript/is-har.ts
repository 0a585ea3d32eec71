import { isJsonObject, type JsonValue } from '../json/json-value.js';

/** Tells whether a JSON value says that it is a HAR; whether it is a good one is `readHar`'s to tell. */
export function isHar(value: JsonValue | undefined): boolean {
  return isJsonObject(value) && isJsonObject(value.log);
}
