import { JsonError, type JsonValue, parseJson, type ValueBudget } from '../json/json.js';

/** For all bodies together; a few bytes of JSON take a hundred in memory. A list of 500,000 pets holds 2,000,001. */
export const MOST_VALUES = 6_000_000;

/** Deeper than any response, and than the deepest body that learning sends; bounded, since the parser recurses. */
const MOST_LEVELS = 1_100;

/** Parses a body as a tolerant client does. Throws a JsonError; one with a `rule` means that the text may still be JSON. */
export function parseRecordedJson(text: string, values: ValueBudget = { left: MOST_VALUES }): JsonValue {
  return parseJson(text.replace(/^\uFEFF/, ''), {
    maxDepth: MOST_LEVELS,
    values,
    duplicateKeys: 'last-wins',
  });
}

/** Returns the value of a JSON text that somebody else wrote; undefined if it is not valid or too deep. */
export function readJson(text: string): JsonValue | undefined {
  try {
    return parseRecordedJson(text);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}
