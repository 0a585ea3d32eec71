import { randomBytes } from 'node:crypto';
import { isDistinctive } from '../../exchange/redactor.js';

const PREFIX = 'iso_';
const FORM = /^iso_[0-9a-f]{32}$/;

/** Creates a key that nobody can guess: it alone stands between one world and everybody else on the server. */
export function generateIsolatedKey(): string {
  return `${PREFIX}${randomBytes(16).toString('hex')}`;
}

/** Whether a key is of the form that isolated worlds give out. */
export function isIsolatedKey(key: string): boolean {
  return FORM.test(key);
}

/** Returns the texts of that form that stand somewhere in a text. */
function isolatedKeysIn(text: string): readonly string[] {
  return text.includes(PREFIX) ? (text.match(/iso_[0-9a-f]{32}/g) ?? []) : [];
}

/** Whether a request may have such a key. Nearly none has, and this costs less than reading the key. */
export function mayHaveIsolatedKey(headers: readonly (readonly [name: string, value: string])[]): boolean {
  for (const [name, value] of headers) {
    if (name === 'authorization' && value.includes(PREFIX)) return true;
  }
  return false;
}

/**
 * Creates what finds the secrets of a server in a text: keys of isolated worlds, whichever world is asked, and `others`, such as
 * the admin token. One that is a mere word, such as `admin`, is not sought: it would be taken out of honest texts.
 */
export function createServerSecrets(others: readonly string[]): (text: string) => readonly string[] {
  const sought = others.filter(isDistinctive);
  return (text) => [...isolatedKeysIn(text), ...sought.filter((secret) => text.includes(secret))];
}

/** Writes a path for a log: a part of it that is a key, escaped or not, and every secret in it become `***`. */
export function maskKeysInPath(
  path: string,
  isKey: (text: string) => boolean,
  secretsIn: (text: string) => readonly string[],
): string {
  return secretsIn(path)
    .reduce((text, secret) => text.replaceAll(secret, '***'), path)
    .split('/')
    .map((part) => (part !== '' && isKey(unescaped(part)) ? '***' : part))
    .join('/');
}

function unescaped(part: string): string {
  try {
    return part.includes('%') ? decodeURIComponent(part) : part;
  } catch {
    return part;
  }
}
