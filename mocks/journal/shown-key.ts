import type { Entry } from './entry.js';

/** The parts of a request in which a key may show. */
type Shown = Pick<Entry, 'headers' | 'query'>;

/** A key of the fake where it does not count. */
interface MisplacedKey {
  readonly key: string;
  readonly where: 'basic' | 'query';
}

/** Answers the key that a request shows: its bearer token, be it unknown, else a key of the fake that it sends elsewhere. */
export function shownKey(entry: Shown, isOwn: (key: string) => boolean): string | undefined {
  return bearerToken(authorizationsOf(entry)) ?? misplacedKey(entry, isOwn)?.key;
}

/** Finds a key of the fake in a request that shows no bearer token: under another scheme or, where there is none, in the query. */
export function misplacedKey(entry: Shown, isOwn: (key: string) => boolean): MisplacedKey | undefined {
  const isNothingThere = showsNothing(entry);
  const shown = isNothingThere ? shownInQuery(entry.query) : authorizationsOf(entry).flatMap(shownInBasic);
  const key = shown.find(isOwn);
  return key === undefined ? undefined : { key, where: isNothingThere ? 'query' : 'basic' };
}

/** Tells whether nothing stands where a key counts. */
export function showsNothing(entry: Shown): boolean {
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
