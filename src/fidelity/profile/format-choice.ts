import { isJsonObject, type JsonValue } from '../../json/json.js';

/** Formats the choice for an open question for people: a text as it is, an object as `minimum: 0, maximum: 9999`. */
export function formatChoice(choice: JsonValue): string {
  if (!isJsonObject(choice)) return textOf(choice);
  return Object.entries(choice)
    .map(([name, value]) => `${name}: ${textOf(value)}`)
    .join(', ');
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
