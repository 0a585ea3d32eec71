import { stringify } from 'lossless-json';
import type { JsonValue } from './json-value.js';

/** Writes JSON with every number as it was read. */
export function writeJson(value: JsonValue): string {
  return stringify(value) ?? 'null';
}
