import type { JsonValue } from '../json/json-value.js';

/** Reads a file's text as JSON, to see what kind of file it is; undefined where it is none. */
export function parseAnyJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
