import { isJsonObject, type JsonValue } from '../../spec/json.js';
import type { Profile } from './profile.js';

/** Longer lists have a line for each item. */
const MOST_ON_A_LINE = 100;

/**
 * Writes a profile as JSON, indented by two spaces, with short lists on one line: small changes of a deployment are small changes of
 * the file.
 */
export function writeProfile(profile: Profile): string {
  const text = JSON.stringify(profile, null, 2);
  const onOneLine = text.replace(/\[\n\s*([^[\]{}]*?)\n\s*\]/g, (list, items: string) => {
    const line = `[${items.replace(/,\n\s*/g, ', ')}]`;
    return line.length <= MOST_ON_A_LINE ? line : list;
  });
  return `${onOneLine}\n`;
}

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
