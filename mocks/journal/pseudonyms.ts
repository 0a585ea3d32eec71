import { createRedactor } from '../../src/transcript/create-redactor.js';
import { isTelling } from '../../src/transcript/recorded-secrets.js';
import type { Redactor } from '../../src/transcript/redactor.js';
import type { Accounts } from '../limits/accounts.js';

/** Names for the secrets of a journal: a key of the fake by its account's alias (`key#1`), every other secret as `secret#1`. */
export interface Pseudonyms extends Redactor {
  /** Answers the alias of a key of the fake; undefined for any other text. */
  aliasOf(key: string): string | undefined;
  /** Takes in the keys that were given out meanwhile; false when these names do not fit any more, and new ones are needed. */
  keepUp(): boolean;
}

export function createPseudonyms(accounts: Accounts): Pseudonyms {
  // A wrong key such as `invalid` is a word of honest answers, too: it is hidden where it was sent, and not sought elsewhere.
  const redactor = createRedactor({ isSought: (secret, kind) => kind === 'key' || isTelling(secret) });
  const aliases = new Map<string, string>();

  // The redactor counts as the accounts do, unless a key was sent before it was given out.
  const take = (key: string) => {
    const alias = redactor.nameOf(key, 'key');
    aliases.set(key, alias);
    return alias === accounts.ofKey(key)?.alias;
  };
  // A fake that was reset or put back may have forgotten a key, and may give its alias to another one.
  const keepUp = () => {
    const known = accounts.knownKeys();
    const isExtended = [...aliases.keys()].every((key, index) => key === known[index]);
    return isExtended && known.slice(aliases.size).every(take);
  };

  keepUp();
  return {
    nameOf: (secret) => redactor.nameOf(secret, 'secret'),
    redact: (text) => redactor.redact(text),
    aliasOf: (key) => aliases.get(key),
    keepUp,
  };
}
