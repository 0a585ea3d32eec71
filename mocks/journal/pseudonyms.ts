import { createRedactor } from '../../src/transcript/create-redactor.js';
import { isTelling } from '../../src/transcript/recorded-secrets.js';
import type { Redactor } from '../../src/transcript/redactor.js';
import type { Accounts } from '../limits/accounts.js';

/** Names for the secrets of a journal: a key of the fake by its account's alias (`key#1`), every other secret as `secret#1`. */
export interface Pseudonyms extends Redactor {
  /** Answers the alias of a key that the fake gave out, be it deleted; undefined for any other text. */
  aliasOf(key: string): string | undefined;
  /** Names what was sent to another service, and takes it out of every text: there all keys are unknown, and every one is a secret. */
  readonly passing: Redactor;
  /** Answers the pseudonym of a key that was sent to another service; undefined where none has this text or this pseudonym. */
  passedAlias(keyOrAlias: string): string | undefined;
  /** How many secrets it has named that are no keys of the fake. */
  readonly strangers: number;
  /** Takes in the keys that were given out meanwhile; false when these names do not fit any more, and new ones are needed. */
  keepUp(): boolean;
}

/** Makes the names for a journal. `secretsIn` finds, in a text, secrets that are no keys of the fake. */
export function createPseudonyms(
  accounts: Accounts,
  secretsIn: (text: string) => readonly string[] = () => [],
): Pseudonyms {
  // A wrong key such as `invalid` is a word of honest answers, too: it is hidden where it was sent, and not sought elsewhere.
  const redactor = createRedactor({
    isSought: (secret, kind) => kind === 'key' || isTelling(secret) || passed.has(secret),
  });
  const aliases = new Map<string, string>();
  const strangers = new Set<string>();
  const passed = new Set<string>();
  const passedKeys = new Map<string, string>();

  // The redactor counts as the accounts do, unless a key was sent before it was given out.
  const take = ([alias, key]: readonly [alias: string, key: string]) => {
    aliases.set(key, alias);
    return redactor.nameOf(key, 'key') === alias;
  };
  // A fake that was reset or put back may have forgotten a key, and may give its alias to another one.
  const keepUp = () => {
    const given = [...accounts.given];
    const isExtended = [...aliases.keys()].every((key, index) => key === given[index]?.[1]);
    return isExtended && given.slice(aliases.size).every(take);
  };

  const nameOf = (secret: string) => {
    if (!aliases.has(secret)) strangers.add(secret);
    return redactor.nameOf(secret, 'secret');
  };

  const redact = (text: string) => {
    for (const secret of secretsIn(text)) nameOf(secret);
    return redactor.redact(text);
  };
  const namePassed = (secret: string, kind: 'key' | 'secret' = 'key') => {
    if (!aliases.has(secret)) strangers.add(secret);
    passed.add(secret);
    const name = redactor.nameOf(secret, kind);
    if (kind === 'key') passedKeys.set(secret, name);
    return name;
  };

  keepUp();
  return {
    nameOf,
    redact,
    passing: { nameOf: namePassed, redact },
    passedAlias: (keyOrAlias) =>
      passedKeys.get(keyOrAlias) ?? [...passedKeys.values()].find((alias) => alias === keyOrAlias),
    aliasOf: (key) => aliases.get(key),
    get strangers() {
      return strangers.size;
    },
    keepUp,
  };
}
