import type { Credential, Exchange, RawExchange } from '../../src/exchange/exchange.js';
import { type HiddenRequest, hideInRequest } from '../../src/exchange/hide-secrets.js';
import { learnSecrets, recordExchange } from '../../src/exchange/record-exchange.js';
import { isOneOfMany, Redactor } from '../../src/exchange/redactor.js';
import { bytesOfHeaders, matchesStatus, RequestLog } from '../../src/exchange/request-log.js';
import type { Transcript } from '../../src/exchange/transcript.js';
import { checkedFields, InputError, nameHint } from '../../src/json/input-error.js';
import { quoteValue } from '../../src/json/quoting.js';
import type { RequestTarget, Route, ServiceAddress, ServiceAddresses } from '../../src/service/path-template.js';
import type { OperationId } from '../../src/service/petstore.js';
import { parseRateLimitHeaders } from '../../src/service/rate-limit-headers.js';
import type { Operation, Service } from '../../src/service/service.js';
import { isGood } from '../limits/account.js';
import { type Accounts, keyThatWorks } from '../limits/accounts.js';
import { type PetstoreRequest, type PetstoreResponse, sentKey } from '../neutral-http.js';
import type { WorldLinks } from '../world-options.js';

interface JournalWorld {
  readonly links: Pick<WorldLinks, 'journalBytes' | 'journalShare' | 'secretsIn'>;
  readonly addresses: ServiceAddresses;
  readonly service: Service;
  readonly accounts: Accounts;
  routeOf(target: RequestTarget): Route<Operation>;
}

/** Only the path and query of a target matter where it is hidden. */
const SOME_ORIGIN = 'http://petstore.invalid';

/** Opens the journal of a fake, without preflights. Numbers count from 1 over the life of the fake, whatever is dropped, cleared or reset. */
export function openJournal(world: JournalWorld, limit: number) {
  const { accounts, links } = world;
  let keys = 0;
  /** Returns the alias of a key that the fake gave out, even if it was deleted. */
  const aliasOf = (key: string, redactor: Redactor) => (accounts.isGiven(key) ? redactor.aliasOf(key) : undefined);
  const aliasNamed = (keyOrAlias: string | undefined, redactor: Redactor) => {
    if (keyOrAlias === undefined || accounts.given.has(keyOrAlias)) return keyOrAlias;
    const alias = aliasOf(keyOrAlias, redactor);
    if (alias !== undefined) return alias;
    const known = keyThatWorks(accounts);
    const remedy = known ? `Try ${known}.` : 'Mint one first.';
    throw new InputError(ATTEMPTED, 'the fake has not given out this key', remedy);
  };

  const log = new RequestLog<Entry>({
    limit: () => Math.min(limit, links.journalShare?.() ?? limit),
    mostBytes: () => links.journalBytes?.(),
    addresses: () => ({ baseUrl: world.addresses.base.url, messagesUrl: world.addresses.messages.url }),
    bytesOf,
    sharedBodyOf: ({ response }) => response.encodedBody,
    createRedactor() {
      keys = 0;
      // A wrong key such as `invalid` is also a word in valid responses: it is hidden where it was sent, and not elsewhere.
      return new Redactor({ defaultKind: 'secret', find: links.secretsIn });
    },
    keepUp(redactor) {
      const { given } = accounts;
      if (given.size === keys) return true;
      const added = [...given].slice(keys);
      keys = given.size;
      // False for a key that was sent under another pseudonym before it was given out.
      return added.every(([alias, key]) => redactor.addKey(key, alias));
    },
    learn(entry, redactor) {
      const url = `${SOME_ORIGIN}${targetOf(entry)}`;
      learnSecrets({ request: { url, headers: entry.headers }, response: undefined }, redactor);
    },
    toExchange(entry, redactor) {
      const { operation } = world.routeOf({ path: entry.path });
      const raw = toRawExchange(entry, world.addresses[operation?.address ?? 'base']);
      const credentialOf = (_: unknown, hidden: Parameters<typeof readCredential>[1]) =>
        readCredential(entry, hidden, (key) => aliasOf(key, redactor));
      return recordExchange(raw, entry.number, redactor, { credentialOf });
    },
    toLine(entry, redactor) {
      const { number, startedMs, method, response, replayOf } = entry;
      const { delayMs, cut, assumed, faultId, headers } = response;
      const route = world.routeOf(entry);
      const { url } = hideInRequest(`${SOME_ORIGIN}${targetOf(entry)}`, [], redactor);
      const limits = cut === 'reset' ? undefined : parseRateLimitHeaders({ get: (name) => headers[name] ?? null });
      return Object.freeze({
        number,
        startedMs,
        method: redactor.redact(method),
        target: redactor.redact(url.slice(SOME_ORIGIN.length)),
        operation: route.requested?.id,
        keyAlias: response.keyAlias ?? (entry.hasGoodKey ? aliasOf(sentKey(entry) ?? '', redactor) : undefined),
        status: statusOf(entry),
        delayMs,
        limits: limits && Object.freeze(limits),
        cut,
        assumed: Object.freeze([...assumed]),
        faultId,
        replayOf,
      });
    },
    /** A key is found as a bearer token, and a key of the fake in the wrong place, too. */
    matcher({ operation, status, key, method, path }, redactor) {
      const alias = aliasNamed(key, redactor);
      const isOwn = (text: string) => aliasOf(text, redactor) !== undefined;
      // The cheap ones first: there may be ten thousand requests.
      return (entry) =>
        (method === undefined || entry.method === method) &&
        (status === undefined || matchesStatus(statusOf(entry), status)) &&
        (path === undefined || entry.path.includes(path)) &&
        (alias === undefined || aliasOf(shownKey(entry, isOwn) ?? '', redactor) === alias) &&
        (operation === undefined || world.routeOf(entry).requested?.id === operation);
    },
  });

  return Object.assign(log, {
    limit,
    record(request: PetstoreRequest, response: PetstoreResponse, startedMs: number): void {
      if (limit === 0) log.dropped++;
      else log.add(createEntry(log.latest + 1, request, response, startedMs, accounts));
    },
    /** Returns the exchanges that match every part of the filter. Throws an InputError for an unknown operation, filter or key. */
    list(filter: JournalFilter = {}): readonly Exchange[] {
      checkFilter(filter, world.service);
      const { operation, status, key } = filter;
      return log.exchangesOf(log.select({ operation, status: status === undefined ? undefined : String(status), key }));
    },
    /** How many it has had, and how many it no longer has. */
    counts: (): JournalCounts => ({ latest: log.latest, dropped: log.dropped + log.count }),
    goOnAfter: ({ latest, dropped }: JournalCounts): void => log.startAfter(latest, dropped),
  });
}

export type WorldJournal = ReturnType<typeof openJournal>;

/** What a journal knows of exchanges that it no longer has. */
export interface JournalCounts {
  readonly latest: number;
  /** How many are no longer remembered, or never were. */
  readonly dropped: number;
}

/** What of a request matters if it is sent again. */
export type SentRequest = Pick<Entry, 'method' | 'path' | 'query' | 'headers' | 'body'>;

/** The journal as users read it. */
export type Journal = Readonly<
  Pick<WorldJournal, keyof Transcript | 'baseUrl' | 'messagesUrl' | 'dropped' | 'list' | 'clear'>
>;

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
  const account = response.keyAlias === undefined ? accounts.ofKey(sentKey(request) ?? '') : undefined;
  const hasGoodKey = response.keyAlias !== undefined || (account !== undefined && isGood(account, startedMs));
  return { number, method, path, query, origin, headers, body, sentAfter, replayOf, hasGoodKey, response, startedMs };
}

/** Returns the bytes of an entry, except a response body that others may share. The fake's own headers are short. */
function bytesOf({ path, query, headers, body, response }: Entry): number {
  const head = path.length + (query?.length ?? 0) + bytesOfHeaders(headers);
  const sent = head + (body === 'too-large' ? 0 : body.length);
  return response.encodedBody === undefined ? sent + (response.body?.length ?? 0) : sent;
}

function statusOf({ response }: Entry): number | undefined {
  return response.cut === 'reset' ? undefined : response.status;
}

/** Selects exchanges of a journal; every field that is given must match. */
export interface JournalFilter {
  readonly operation?: OperationId | undefined;
  /** Status of the response; a request whose connection was reset has none. */
  readonly status?: number | undefined;
  /** The API key that was sent, even in the wrong place: its text or its pseudonym, such as `key#1`. A deleted key is still found. */
  readonly key?: string | undefined;
}

const ATTEMPTED = 'Reading the journal';
const filterNames = ['operation', 'status', 'key'] as const satisfies (keyof JournalFilter)[];

/** Throws an InputError for an invalid filter, except for its key. */
export function checkFilter(filter: unknown, { operations }: Service): asserts filter is JournalFilter {
  const ids = Object.keys(operations);
  const { operation, status } = checkedFields(
    ATTEMPTED,
    'the filter',
    filter,
    filterNames,
    `list({ operation: '${ids[1]}' })`,
  );
  if (operation !== undefined && !(ids as unknown[]).includes(operation)) {
    const remedy = nameHint(operation, ids, 'Operations');
    throw new InputError(ATTEMPTED, `there is no operation ${quoteValue(operation)}`, remedy);
  }
  if (status !== undefined && !Number.isInteger(status)) {
    throw new InputError(ATTEMPTED, `the status ${quoteValue(status)} is not an integer`, 'Try 429.');
  }
}

/** A request and its response until somebody reads the journal: references only. */
export interface Entry extends Omit<PetstoreRequest, 'callerAddress'> {
  readonly number: number;
  /** Whether the key was valid at that moment: it may be revoked later. */
  readonly hasGoodKey: boolean;
  readonly response: PetstoreResponse;
  readonly startedMs: number;
}

const RESET = 'the connection was reset, as a fault asked for';
const TRUNCATED = 'cut off halfway, as a fault asked for';

/** Returns the exchange of an entry. `home` is the address of its operation: an edge that does not know its own origin was reached there. */
function toRawExchange(entry: Entry, home: ServiceAddress): RawExchange {
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
    sentAfter,
    replayOf,
    // The fake carries out one request at a time, however long its response is delayed.
    order: { began: 2 * number - 1, ended: 2 * number },
  };
}

function toRawResponse({ status, headers, body = '', cut }: PetstoreResponse): RawExchange['response'] {
  const incomplete = cut === 'truncated' && body !== '' ? TRUNCATED : undefined;
  return { httpVersion: '1.1', status, statusText: '', headers: Object.entries(headers), body, incomplete };
}

/** Returns the path and query of an entry. The target of a request can be `*` (RFC 9110 §7.1). */
function targetOf({ path, query = '' }: Pick<Entry, 'path' | 'query'>): string {
  return `${path.startsWith('/') ? path : `/${path}`}${query}`;
}

/** Returns the credential of a request. The fake knows more than a recording: which keys were valid, and that nothing unseen was sent. */
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
