import { isTelling } from '../../transcript/recorded-secrets.js';
import { isolatedKeysIn } from './isolated-key.js';

/**
 * Makes what finds the secrets of a server in a text: keys of isolated worlds, whichever world is asked, and `others`, such as
 * the admin token. One that is a mere word, such as `admin`, is not sought: it would be taken out of honest texts.
 */
export function createServerSecrets(others: readonly string[]): (text: string) => readonly string[] {
  const sought = others.filter(isTelling);
  return (text) => [...isolatedKeysIn(text), ...sought.filter((secret) => text.includes(secret))];
}
