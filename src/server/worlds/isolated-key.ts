import { randomBytes } from 'node:crypto';

const PREFIX = 'iso_';
const FORM = /^iso_[0-9a-f]{32}$/;

/** Makes a key that nobody can guess: it alone stands between one world and everybody else on the server. */
export function generateIsolatedKey(): string {
  return `${PREFIX}${randomBytes(16).toString('hex')}`;
}

/** Whether a key is of the form that isolated worlds give out. */
export function isIsolatedKey(key: string): boolean {
  return FORM.test(key);
}

/** Answers the texts of that form that stand somewhere in a text. */
export function isolatedKeysIn(text: string): readonly string[] {
  return text.includes(PREFIX) ? (text.match(/iso_[0-9a-f]{32}/g) ?? []) : [];
}

/** Whether a request may have such a key. Nearly none has, and this costs less than reading the key. */
export function mayHaveIsolatedKey(headers: readonly (readonly [name: string, value: string])[]): boolean {
  for (const [name, value] of headers) {
    if (name === 'authorization' && value.includes(PREFIX)) return true;
  }
  return false;
}
