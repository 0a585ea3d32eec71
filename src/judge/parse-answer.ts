import type { JsonValue } from '../json/json-value.js';
import { parseJson } from '../json/parse-json.js';

/** Far more than any list of pets has; a few bytes of JSON become a hundred in memory. */
const MOST_VALUES = 1_000_000;
/** Deeper than any answer, and than the deepest body that learning sends; still bounded, since the parser recurses. */
const MOST_LEVELS = 1_100;

/**
 * Reads a body as a patient client does: a byte order mark may be ignored (RFC 8259 §8.1), a repeated key is JSON (§4).
 * Throws a JsonError; one with a `rule` is of a text that may well be JSON.
 */
export function parseAnswer(text: string): JsonValue {
  return parseJson(text.replace(/^\uFEFF/, ''), {
    maxDepth: MOST_LEVELS,
    maxValues: MOST_VALUES,
    duplicateKeys: 'last-wins',
  });
}
