import { assertNotPromise, InputError } from '../src/json/input-error.js';
import { type JsonValue, writeJson } from '../src/json/json.js';
import { quoteValue } from '../src/json/quoting.js';

/** The limit of the parser. */
const MOST_LEVELS = 100;
const REMEDY = 'Pass plain data: objects, arrays, strings, numbers, booleans and null.';

/** Writes a value as JSON. Throws an InputError for a cycle, and for what JSON would drop silently, such as a function. */
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
  if (around.has(value)) throw new InputError(attempted, `${place} contains itself`, REMEDY);
  if (around.size === MOST_LEVELS) {
    throw new InputError(attempted, `it is nested over ${MOST_LEVELS} levels deep`, REMEDY);
  }
  const inside = new Set([...around, value]);
  for (const [key, part] of Object.entries(value)) rejectOther(attempted, part, `${pointer}/${key}`, inside);
}
