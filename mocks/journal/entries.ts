import type { Credential, RawExchange } from '../../src/exchange/exchange.js';
import type { HiddenRequest } from '../../src/exchange/hide-secrets.js';
import { isOneOfMany } from '../../src/exchange/redactor.js';
import type { ServiceAddress } from '../../src/service/path-template.js';
import type { PetstoreRequest, PetstoreResponse } from '../neutral-http.js';

/** A request and its response until somebody reads the journal: references only. */
export interface Entry extends Omit<PetstoreRequest, 'query' | 'origin' | 'sentAfter' | 'replayOf' | 'callerAddress'> {
  readonly number: number;
  readonly query: string | undefined;
  readonly origin: string | undefined;
  readonly sentAfter: number | undefined;
  readonly replayOf: number | undefined;
  /** Whether the key was valid at that moment: it may be revoked later. */
  readonly hasGoodKey: boolean;
  readonly response: PetstoreResponse;
  readonly startedMs: number;
}

const RESET = 'the connection was reset, as a fault asked for';
const TRUNCATED = 'cut off halfway, as a fault asked for';

/** Returns the exchange of an entry. `home` is the address of its operation: an edge that does not know its own origin was reached there. */
export function toRawExchange(entry: Entry, home: ServiceAddress): RawExchange {
  const { number, method, headers, body, response, startedMs, sentAfter, replayOf } = entry;
  const isReset = response.cut === 'reset';
  return {
    request: {
      method,
      url: `${entry.origin ?? home.origin}${targetOf(entry)}`,
      headers,
      ...(body === 'too-large' ? { body: undefined, isBodyMissing: true } : { body }),
    },
    response: isReset ? undefined : toRawResponse(response),
    failure: isReset ? RESET : undefined,
    startedMs,
    endedMs: startedMs + response.delayMs,
    ...(sentAfter === undefined ? {} : { sentAfter }),
    ...(replayOf === undefined ? {} : { replayOf }),
    // The fake carries out one request at a time, however long its response is delayed.
    order: { began: 2 * number - 1, ended: 2 * number },
  };
}

function toRawResponse({ status, headers, body = '', cut }: PetstoreResponse): RawExchange['response'] {
  const incomplete = cut === 'truncated' && body !== '' ? TRUNCATED : undefined;
  return { httpVersion: '1.1', status, statusText: '', headers: Object.entries(headers), body, incomplete };
}

/** Returns the path and query of an entry. The target of a request can be `*` (RFC 9110 §7.1). */
export function targetOf({ path, query = '' }: Pick<Entry, 'path' | 'query'>): string {
  return `${path.startsWith('/') ? path : `/${path}`}${query}`;
}

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

/** Returns the key that a request shows: its bearer token, whether known or not, else a key of the fake in the wrong place. */
export function shownKey(entry: Shown, isOwn: (key: string) => boolean): string | undefined {
  const [first = '', ...others] = authorizationsOf(entry);
  // With two different headers nobody knows which one counts.
  const token = others.every((value) => value === first) ? /^bearer\s+(.+)$/is.exec(first.trim())?.[1] : undefined;
  return token ?? misplacedKey(entry, isOwn)?.key;
}

/** Finds a key of the fake in a request without a bearer token: under another scheme or, without one, in the query. */
export function misplacedKey(
  entry: Shown,
  isOwn: (key: string) => boolean,
): { readonly key: string; readonly where: 'basic' | 'query' } | undefined {
  const isInQuery = hasNoCredential(entry);
  const shown = isInQuery
    ? [...new URLSearchParams(entry.query).values()]
    : authorizationsOf(entry).flatMap(shownInBasic);
  const key = shown.find(isOwn);
  return key === undefined ? undefined : { key, where: isInQuery ? 'query' : 'basic' };
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
