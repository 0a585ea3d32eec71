import type { JsonValue } from '../src/json/json-value.js';
import { quoteValue } from '../src/json/quote-value.js';
import { writeJson } from '../src/json/write-json.js';
import { InputError } from '../src/validation/input-error.js';
import { refusePromise } from '../src/validation/refuse-promise.js';

/** The parser that reads it next goes no deeper. */
const MOST_LEVELS = 100;
const REMEDY = 'Give plain data: objects, lists, texts, numbers, true, false and null.';

/**
 * Writes what a user built in code as JSON. Throws an InputError for what JSON would pass over in silence (a function, a
 * symbol, a promise) and for what has no end.
 */
export function writePlainJson(attempted: string, value: unknown): string {
  refuseOther(attempted, value, '', new Set());
  return writeJson(value as JsonValue);
}

function refuseOther(attempted: string, value: unknown, pointer: string, around: ReadonlySet<unknown>): void {
  const place = pointer || 'it';
  refusePromise(attempted, place, value);
  if (typeof value === 'function' || typeof value === 'symbol') {
    throw new InputError(attempted, `${place} is ${quoteValue(value)}`, REMEDY);
  }
  if (typeof value !== 'object' || value === null) return;
  if (around.has(value)) throw new InputError(attempted, `${place} holds itself`, REMEDY);
  if (around.size === MOST_LEVELS) {
    throw new InputError(attempted, `it is nested over ${MOST_LEVELS} levels deep`, REMEDY);
  }
  const inside = new Set([...around, value]);
  for (const [key, part] of Object.entries(value)) refuseOther(attempted, part, `${pointer}/${key}`, inside);
}
