import type { HeaderList } from '../transcript/exchange.js';
import { fieldOf, isObject } from './loose-object.js';

/** Reads headers: a Headers, a list of pairs or of `{ name, value }`, a Map, or an object. Answers undefined for anything else. */
export function headerListOf(headers: unknown): HeaderList | undefined {
  if (!isObject(headers)) return undefined;
  const entries = isIterable(headers) ? [...headers].map(pairOf) : Object.entries(headers);
  const lines: (readonly [string, string])[] = [];
  for (const entry of entries) {
    const texts = entry === undefined ? undefined : textsOf(entry[1]);
    if (entry === undefined || texts === undefined) return undefined;
    lines.push(...texts.map((text) => [String(entry[0]), text] as const));
  }
  return lines;
}

function isIterable(headers: object): headers is Iterable<unknown> {
  return Symbol.iterator in headers;
}

function pairOf(entry: unknown): readonly [unknown, unknown] | undefined {
  if (Array.isArray(entry)) return entry.length === 2 ? [entry[0], entry[1]] : undefined;
  return isObject(entry) && 'name' in entry ? [entry.name, fieldOf(entry, 'value')] : undefined;
}

/** A header may have several values; one without any is not there. */
function textsOf(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return [];
  const values = Array.isArray(value) ? value : [value];
  return values.every((one) => typeof one === 'string' || typeof one === 'number') ? values.map(String) : undefined;
}
