import { stringify } from 'lossless-json';
import type { JsonValue } from './json-value.js';

/** Writes JSON with every number as it was read, and every bigint as a number. */
export function writeJson(value: JsonValue | object): string {
  return stringify(value) ?? 'null';
}
