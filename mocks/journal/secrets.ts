import type { Credential } from '../../src/exchange/exchange.js';
import { type HiddenRequest, isDistinctive } from '../../src/exchange/hide-secrets.js';
import { createRedactor, type Redactor } from '../../src/exchange/redactor.js';
import type { Accounts } from '../limits/accounts.js';
import type { Entry } from './entries.js';

/** Names for the secrets of a journal: a key of the fake by its account's alias (`key#1`), every other secret as `secret#1`. */
export interface Pseudonyms extends Redactor {
  /** Returns the alias of a key that the fake gave out, be it deleted; undefined for any other text. */
  aliasOf(key: string): string | undefined;
  /** Names what was sent to another service, and takes it out of every text: there all keys are unknown, and every one is a secret. */
  readonly proxied: Redactor;
  /** Returns the pseudonym of a key that was sent to another service; undefined where none has this text or this pseudonym. */
  proxiedAlias(keyOrAlias: string): string | undefined;
  /** How many secrets it has named that are no keys of the fake. */
  readonly strangers: number;
  /** Takes in the keys that were given out meanwhile; false when these names do not fit any more, and new ones are needed. */
  keepUp(): boolean;
}

/** Creates the names for a journal. `secretsIn` finds, in a text, secrets that are no keys of the fake. */
export function createPseudonyms(
  accounts: Accounts,
  secretsIn: (text: string) => readonly string[] = () => [],
): Pseudonyms {
  // A wrong key such as `invalid` is a word of honest answers, too: it is hidden where it was sent, and not sought elsewhere.
  const redactor = createRedactor({
    isSought: (secret, kind) => kind === 'key' || isDistinctive(secret) || passed.has(secret),
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
    proxied: { nameOf: namePassed, redact },
    proxiedAlias: (keyOrAlias) =>
      passedKeys.get(keyOrAlias) ?? [...passedKeys.values()].find((alias) => alias === keyOrAlias),
    aliasOf: (key) => aliases.get(key),
    get strangers() {
      return strangers.size;
    },
    keepUp,
  };
}

/**
 * Answers with what a request came. The fake knows more than a recording does: which keys were good at that moment, its own
 * keys in the wrong place, and that nothing was sent where nothing is seen.
 */
export function readCredential(entry: Entry, { credential }: HiddenRequest, names: Pseudonyms): Credential {
  if (credential.kind === 'bearer') return entry.hasGoodKey ? { ...credential, standing: 'given' } : credential;
  const misplaced = misplacedKey(entry, (key) => names.aliasOf(key) !== undefined);
  if (misplaced !== undefined) return { kind: 'misplaced', name: names.nameOf(misplaced.key), where: misplaced.where };
  return hasNoCredential(entry) ? { kind: 'none' } : credential;
}

/** The parts of a request in which a key may show. */
type Shown = Pick<Entry, 'headers' | 'query'>;

/** A key of the fake where it does not count. */
interface MisplacedKey {
  readonly key: string;
  readonly where: 'basic' | 'query';
}

/** Returns the key that a request shows: its bearer token, be it unknown, else a key of the fake that it sends elsewhere. */
export function shownKey(entry: Shown, isOwn: (key: string) => boolean): string | undefined {
  return bearerToken(authorizationsOf(entry)) ?? misplacedKey(entry, isOwn)?.key;
}

/** Finds a key of the fake in a request that shows no bearer token: under another scheme or, where there is none, in the query. */
export function misplacedKey(entry: Shown, isOwn: (key: string) => boolean): MisplacedKey | undefined {
  const isNothingThere = hasNoCredential(entry);
  const shown = isNothingThere ? shownInQuery(entry.query) : authorizationsOf(entry).flatMap(shownInBasic);
  const key = shown.find(isOwn);
  return key === undefined ? undefined : { key, where: isNothingThere ? 'query' : 'basic' };
}

/** Returns whether nothing stands where a key counts. */
export function hasNoCredential(entry: Shown): boolean {
  return authorizationsOf(entry).every((value) => value.trim() === '');
}

function authorizationsOf({ headers }: Shown): string[] {
  const values: string[] = [];
  // Thousands of requests are looked through at once.
  for (const [name, value] of headers) if (name === 'authorization') values.push(value);
  return values;
}

/** Of two headers that differ, nobody knows which one counts. */
function bearerToken([first = '', ...others]: readonly string[]): string | undefined {
  return others.every((value) => value === first) ? /^bearer\s+(.+)$/is.exec(first.trim())?.[1] : undefined;
}

function shownInQuery(query: string | undefined): string[] {
  return query === undefined || query === '' ? [] : [...new URLSearchParams(query).values()];
}

/** A key stands there as it is, or as the name or the password of `name:password` in base64. */
function shownInBasic(authorization: string): string[] {
  const [, sent] = /^basic\s+(.*)$/i.exec(authorization.trim()) ?? [];
  if (sent === undefined) return [];
  try {
    const [user = '', ...password] = atob(sent).split(':');
    return [sent, user, password.join(':')];
  } catch {
    return [sent];
  }
}
