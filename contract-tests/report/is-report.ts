import { isJsonObject, type JsonValue } from '../../src/json/json-value.js';

/** Tells whether a JSON value looks like the report of a check, of whatever version. */
export function isReport(value: JsonValue | undefined): boolean {
  return (
    isJsonObject(value) && isJsonObject(value.summary) && ['target', 'rules', 'coverage'].every((name) => name in value)
  );
}
