import { isJsonObject, type JsonValue } from '../json/json-value.js';

/** Writes the answer to an open question for people: a text as it is, an object as `minimum: 0, maximum: 9999`. */
export function answerInWords(answer: JsonValue): string {
  if (!isJsonObject(answer)) return textOf(answer);
  return Object.entries(answer)
    .map(([name, value]) => `${name}: ${textOf(value)}`)
    .join(', ');
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
