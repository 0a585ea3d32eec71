import { parseRecordedJson } from '../../src/exchange/recorded-json.js';
import { JsonError, type JsonValue } from '../../src/json/json.js';

/** Returns the value of a JSON text that somebody else wrote; undefined if it is not valid or too deep. */
export function readJson(text: string): JsonValue | undefined {
  try {
    return parseRecordedJson(text);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}
