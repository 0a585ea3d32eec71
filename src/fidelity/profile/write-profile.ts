import { isJsonObject, type JsonValue } from '../../spec/json.js';
import type { Profile } from './profile.js';

/** Longer lists stand on lines of their own. */
const MOST_ON_A_LINE = 100;

/**
 * Writes a profile as JSON, indented by two spaces, with short lists on one line: small changes of a deployment are small changes of
 * the file.
 */
export function writeProfile(profile: Profile): string {
  return `${write(profile, '')}\n`;
}

function write(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    const isPlain = value.every((each) => typeof each !== 'object' || each === null);
    const line = isPlain ? `[${value.map((each) => JSON.stringify(each)).join(', ')}]` : undefined;
    if (line !== undefined && line.length <= MOST_ON_A_LINE) return line;
    return brackets(
      '[',
      value.map((each) => write(each, deeper)),
      ']',
      indent,
    );
  }
  const members = Object.entries(value).filter(([, each]) => each !== undefined);
  return brackets(
    '{',
    members.map(([name, each]) => `${JSON.stringify(name)}: ${write(each, deeper)}`),
    '}',
    indent,
  );
}

function brackets(open: string, parts: readonly string[], close: string, indent: string): string {
  if (parts.length === 0) return `${open}${close}`;
  return `${open}\n${indent}  ${parts.join(`,\n${indent}  `)}\n${indent}${close}`;
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
