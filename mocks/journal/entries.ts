import type { RawExchange } from '../../src/exchange/exchange.js';
import { bytesOfHeaders } from '../../src/exchange/exchange-log.js';
import { isGood } from '../limits/account.js';
import type { Accounts } from '../limits/accounts.js';
import { type PetstoreRequest, type PetstoreResponse, sentKey } from '../neutral-http.js';
import { findRoute, type ServiceAddresses } from '../route.js';

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

/** Copies the parts of a request: an edge's own request may hold a whole connection. */
export function createEntry(
  number: number,
  request: PetstoreRequest,
  response: PetstoreResponse,
  startedMs: number,
  accounts: Accounts,
): Entry {
  const { method, path, query, origin, headers, body, sentAfter, replayOf } = request;
  // A response without an alias does not prove a bad key: a fault may have applied before authentication.
  const hasGoodKey = response.keyAlias !== undefined || showsGoodKey(request, accounts, startedMs);
  return { number, method, path, query, origin, headers, body, sentAfter, replayOf, hasGoodKey, response, startedMs };
}

function showsGoodKey(request: PetstoreRequest, accounts: Accounts, nowMs: number): boolean {
  const key = sentKey(request);
  const account = key === undefined ? undefined : accounts.ofKey(key);
  return account !== undefined && isGood(account, nowMs);
}

/** A client repeats its headers, and the edge shares them. */
const bytesOfKnownHeaders = new WeakMap<Entry['headers'], number>();

/** Returns the bytes of an entry, except a response body that others may share. The fake's own headers are short. */
export function bytesOf({ path, query, headers, body, response }: Entry): number {
  const known = bytesOfKnownHeaders.get(headers) ?? bytesOfHeaders(headers);
  bytesOfKnownHeaders.set(headers, known);
  const head = path.length + (query?.length ?? 0) + known;
  const sent = head + (body === 'too-large' ? 0 : body.length);
  return response.encodedBody === undefined ? sent + (response.body?.length ?? 0) : sent;
}

const RESET = 'the connection was reset, as a fault asked for';
const TRUNCATED = 'cut off halfway, as a fault asked for';

/** Returns the exchange of an entry. */
export function toRawExchange(entry: Entry, addresses: ServiceAddresses): RawExchange {
  const { number, method, headers, body, response, startedMs, sentAfter, replayOf } = entry;
  const isReset = response.cut === 'reset';
  return {
    request: {
      method,
      url: urlOf(entry, addresses),
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

/** An edge that does not know its own origin was reached where the operation lives. */
function urlOf({ path, query = '', origin }: Entry, addresses: ServiceAddresses): string {
  const { operation } = findRoute({ path }, addresses);
  const home = addresses[operation?.address ?? 'base'];
  return `${origin ?? home.origin}${rooted(path)}${query}`;
}

/** The target of a request can be `*` (RFC 9110 §7.1). */
export function rooted(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}
