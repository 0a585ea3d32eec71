import { isDistinctive } from '../../exchange/redactor.js';
import { decodePercent } from '../../exchange/secret-forms.js';

const PREFIX = 'iso_';
const FORM = /^iso_[0-9a-f]{32}$/;

/** Draws a text of hexadecimal digits that cannot be guessed. */
export type DrawHex = (digits: number) => string;

/** Late: most servers draw nothing, and Node's crypto takes 3 ms to load. */
export const drawHex: DrawHex = (digits) =>
  process
    .getBuiltinModule('node:crypto')
    .randomBytes(digits / 2)
    .toString('hex');

/** Digits of a key that all keys of its world share, and no other world. */
export const TAG_DIGITS = 8;

/** Creates a key of the isolated world with a tag. It cannot be guessed: it alone protects the world. */
export function generateIsolatedKey(tag: string, draw: DrawHex = drawHex): string {
  return `${PREFIX}${tag}${draw(32 - TAG_DIGITS)}`;
}

/** Returns the tag of the world that a key leads to; undefined for a key of another form. */
export function tagOfKey(key: string): string | undefined {
  return isIsolatedKey(key) ? key.slice(PREFIX.length, PREFIX.length + TAG_DIGITS) : undefined;
}

export function isIsolatedKey(key: string): boolean {
  return FORM.test(key);
}

/** Returns whether a request may have such a key: a cheap check, since nearly none has. */
export function mayHaveIsolatedKey(headers: readonly (readonly [name: string, value: string])[]): boolean {
  for (const [name, value] of headers) {
    if (name === 'authorization' && value.includes(PREFIX)) return true;
  }
  return false;
}

/** Returns a function that finds the secrets of a server in a text. A common word, such as `admin`, is none: it stays in texts. */
export function createServerSecrets(others: readonly string[]): (text: string) => readonly string[] {
  const sought = others.filter(isDistinctive);
  return (text) => [...(text.match(/iso_[0-9a-f]{32}/g) ?? []), ...sought.filter((secret) => text.includes(secret))];
}

/** Returns a path for a log: segments that are keys, escaped or not, and all secrets become `***`. */
export function maskKeysInPath(
  path: string,
  isKey: (text: string) => boolean,
  secretsIn: (text: string) => readonly string[],
): string {
  return secretsIn(path)
    .reduce((text, secret) => text.replaceAll(secret, '***'), path)
    .split('/')
    .map((part) => (part !== '' && isKey(decodePercent(part)) ? '***' : part))
    .join('/');
}
