import { LosslessNumber } from 'lossless-json';

/** A parsed JSON value in which no number was rounded: what a double cannot hold as written stays a `LosslessNumber`. */
export type JsonValue = null | boolean | string | number | LosslessNumber | JsonValue[] | JsonObject;
export type JsonObject = { [key: string]: JsonValue };

/** Tells whether a value is a JSON object: no array, no null, no number that was kept as text. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber);
}
