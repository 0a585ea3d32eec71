import { type JsonValue, writeJson } from '../src/spec/json.js';
import { quoteValue } from '../src/spec/quoting.js';
import { assertNotPromise, InputError } from '../src/spec/validation/input-error.js';

/** The parser that reads it next goes no deeper. */
const MOST_LEVELS = 100;
const REMEDY = 'Give plain data: objects, lists, texts, numbers, true, false and null.';

/**
 * Writes what a user built in code as JSON. Throws an InputError for what JSON would pass over in silence (a function, a
 * symbol, a promise) and for what has no end.
 */
export function writePlainJson(attempted: string, value: unknown): string {
  rejectOther(attempted, value, '', new Set());
  return writeJson(value as JsonValue);
}

function rejectOther(attempted: string, value: unknown, pointer: string, around: ReadonlySet<unknown>): void {
  const place = pointer || 'it';
  assertNotPromise(attempted, place, value);
  if (typeof value === 'function' || typeof value === 'symbol') {
    throw new InputError(attempted, `${place} is ${quoteValue(value)}`, REMEDY);
  }
  if (typeof value !== 'object' || value === null) return;
  if (around.has(value)) throw new InputError(attempted, `${place} holds itself`, REMEDY);
  if (around.size === MOST_LEVELS) {
    throw new InputError(attempted, `it is nested over ${MOST_LEVELS} levels deep`, REMEDY);
  }
  const inside = new Set([...around, value]);
  for (const [key, part] of Object.entries(value)) rejectOther(attempted, part, `${pointer}/${key}`, inside);
}
