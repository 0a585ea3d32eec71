import { isJsonObject, type JsonValue } from '../../json/json.js';
import type { Reading } from '../../judge/reading.js';

/** Shorter ones are part of too many other words. */
const NAME = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}]{3,}(?![\p{L}\p{N}])/gu;
const SHORTEST_TEXT = 6;

/** Returns whether a text repeats what records of the store contain: a name, or a whole text with a digit, such as a number or a day. */
export function repeatsRecords(readings: readonly Reading[]): (text: string) => boolean {
  const names = new Set<string>();
  const texts = new Set<string>();
  for (const { status = 0, received } of readings) {
    if (status < 200 || status > 299 || received.kind !== 'json') continue;
    for (const text of textsIn(received.value)) {
      for (const name of text.match(NAME) ?? []) names.add(name);
      if (text.length >= SHORTEST_TEXT && /\d/.test(text)) texts.add(text);
    }
  }
  return (text) =>
    (text.match(NAME) ?? []).some((name) => names.has(name)) || [...texts].some((one) => text.includes(one));
}

function textsIn(value: JsonValue): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isJsonObject(value) ? Object.entries(value).flatMap(([name, each]) => [name, ...textsIn(each)]) : [];
}
