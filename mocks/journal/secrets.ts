import type { Credential } from '../../src/exchange/exchange.js';
import type { HiddenRequest } from '../../src/exchange/hide-secrets.js';
import { isOneOfMany } from '../../src/exchange/redactor.js';
import type { Entry } from './entries.js';

/**
 * Returns the credential of a request. The fake knows more than a recording does: which keys were valid at that moment, its own
 * keys in the wrong place, and that nothing was sent where nothing is seen.
 */
export function readCredential(
  entry: Entry,
  { credential }: HiddenRequest,
  aliasOf: (key: string) => string | undefined,
): Credential {
  if (credential.kind === 'bearer') {
    if (entry.hasGoodKey) return { ...credential, standing: 'given' };
    return isOneOfMany(credential.name) ? { kind: 'unknown' } : credential;
  }
  const misplaced = misplacedKey(entry, (key) => aliasOf(key) !== undefined);
  const name = misplaced && aliasOf(misplaced.key);
  if (misplaced !== undefined && name !== undefined) return { kind: 'misplaced', name, where: misplaced.where };
  return hasNoCredential(entry) ? { kind: 'none' } : credential;
}

/** The parts of a request in which a key may show. */
type Shown = Pick<Entry, 'headers' | 'query'>;

/** A key of the fake in the wrong place. */
interface MisplacedKey {
  readonly key: string;
  readonly where: 'basic' | 'query';
}

/** Returns the key that a request shows: its bearer token, whether known or not, else a key of the fake in the wrong place. */
export function shownKey(entry: Shown, isOwn: (key: string) => boolean): string | undefined {
  return bearerToken(authorizationsOf(entry)) ?? misplacedKey(entry, isOwn)?.key;
}

/** Finds a key of the fake in a request without a bearer token: under another scheme or, without one, in the query. */
export function misplacedKey(entry: Shown, isOwn: (key: string) => boolean): MisplacedKey | undefined {
  const isNothingThere = hasNoCredential(entry);
  const shown = isNothingThere ? shownInQuery(entry.query) : authorizationsOf(entry).flatMap(shownInBasic);
  const key = shown.find(isOwn);
  return key === undefined ? undefined : { key, where: isNothingThere ? 'query' : 'basic' };
}

/** Returns whether a request has no credential in its `Authorization` headers. */
export function hasNoCredential(entry: Shown): boolean {
  return authorizationsOf(entry).every((value) => value.trim() === '');
}

function authorizationsOf({ headers }: Shown): string[] {
  const values: string[] = [];
  // A loop: thousands of requests may be filtered at once.
  for (const [name, value] of headers) if (name === 'authorization') values.push(value);
  return values;
}

/** Returns undefined for two different headers: nobody knows which one counts. */
function bearerToken([first = '', ...others]: readonly string[]): string | undefined {
  return others.every((value) => value === first) ? /^bearer\s+(.+)$/is.exec(first.trim())?.[1] : undefined;
}

function shownInQuery(query: string | undefined): string[] {
  return query === undefined || query === '' ? [] : [...new URLSearchParams(query).values()];
}

/** Returns the text itself, and the name and password of `name:password` in base64. */
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
