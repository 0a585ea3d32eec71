import type { Exchange } from '../../src/exchange/exchange.js';
import { hideInRequest } from '../../src/exchange/hide-secrets.js';
import { learnSecrets, recordExchange } from '../../src/exchange/record-exchange.js';
import { Redactor } from '../../src/exchange/redactor.js';
import { type ExchangeLine, type LineFilter, matchesStatus, RequestLog } from '../../src/exchange/request-log.js';
import type { Transcript } from '../../src/exchange/transcript.js';
import { checkedFields, InputError } from '../../src/json/input-error.js';
import { nameHint } from '../../src/json/name-hint.js';
import { quoteValue } from '../../src/json/quoting.js';
import { type OperationId, operationIds } from '../../src/service/petstore.js';
import { parseRateLimitHeaders } from '../../src/service/rate-limit-headers.js';
import { type Accounts, keyThatWorks } from '../limits/accounts.js';
import { type PetstoreRequest, type PetstoreResponse, sentKey } from '../neutral-http.js';
import { findRoute, type Route, type ServiceAddresses } from '../route.js';
import { bytesOf, createEntry, type Entry, rooted, toRawExchange } from './entries.js';
import { readCredential, shownKey } from './secrets.js';

export interface JournalOptions {
  /** Read whenever the journal is: the behaviour can move the messages elsewhere. */
  readonly addresses: () => ServiceAddresses;
  readonly accounts: Accounts;
  /** The maximum number of exchanges, and of bytes of their bodies; a limit of 0 remembers none. */
  readonly limit: number;
  /** A lower maximum at this moment. */
  readonly share: () => number;
  readonly bytes: () => number;
  /** Finds secrets in a text that are not keys of the fake. */
  readonly secretsIn: (text: string) => readonly string[];
}

/** Every key that was ever given out, by its pseudonym. */
type GivenKeys = Pick<Accounts, 'given' | 'isGiven'>;

/** Only the path and query of a target matter where it is hidden. */
const SOME_ORIGIN = 'http://petstore.invalid';

/**
 * The exchanges of the fake: a transcript, its keys replaced by pseudonyms. Preflights are not in it.
 * Numbers count from 1 over the life of the fake: dropping exchanges, `clear()` and a reset do not restart them, so no two
 * exchanges ever have the same number.
 */
export class WorldJournal extends RequestLog<Entry> {
  readonly #options: JournalOptions;
  readonly #given: GivenKeys;
  /** With a limit of 0: how many were not even added. */
  #unlogged = 0;
  /** How many of the given keys the redactor has. */
  #keys = 0;

  /** `given`: the keys that it names. */
  constructor(options: JournalOptions, given: GivenKeys = options.accounts) {
    super(() => Math.min(options.limit, options.share()), options.bytes);
    this.#options = options;
    this.#given = given;
    // For `afterEach(journal.clear)`.
    this.clear = this.clear.bind(this);
  }

  /** The base URL of the fake, without a slash at the end. */
  get baseUrl(): string {
    return this.#options.addresses().base.url;
  }

  /** The maximum number of exchanges. */
  get limit(): number {
    return this.#options.limit;
  }

  get messagesUrl(): string {
    return this.#options.addresses().messages.url;
  }

  /** How many older exchanges were dropped to stay within the limit since the last `clear()`. */
  override get dropped(): number {
    return super.dropped + this.#unlogged;
  }

  /** Returns the exchanges that match every part of the filter. Throws an InputError for an unknown operation, filter or key. */
  readonly list = (filter: JournalFilter = {}): readonly Exchange[] => {
    checkFilter(filter);
    const { operation, status, key } = filter;
    const matches = this.matcher({ operation, status: status === undefined ? undefined : String(status), key });
    const entries = this.held();
    return this.exchanges.filter((_exchange, index) => matches(entries[index] as Entry));
  };

  /** Removes all exchanges; numbers go on. */
  override clear(): void {
    super.clear();
    // A fake that is reset may give the alias of a key to another one.
    this.forgetNames();
    this.#unlogged = 0;
  }

  /** Returns a request as it was sent, with its secrets; undefined for an unknown one. */
  sentRequest(number: number): SentRequest | undefined {
    return this.at(number);
  }

  /** Adds one exchange. `startedMs` is in milliseconds since the epoch. */
  record(request: PetstoreRequest, response: PetstoreResponse, startedMs: number): void {
    if (this.#options.limit === 0) {
      this.#unlogged++;
      return;
    }
    this.add(createEntry(this.latest + 1, request, response, startedMs, this.#options.accounts));
  }

  /** How many it has had, and how many it no longer has. */
  get counts(): JournalCounts {
    return { latest: this.latest, dropped: super.dropped + this.count, unlogged: this.#unlogged };
  }

  /** Goes on after exchanges that it does not have. */
  goOnAfter({ latest, dropped, unlogged }: JournalCounts): void {
    this.clear();
    this.startAfter(latest, dropped);
    this.#unlogged = unlogged;
  }

  /** A key is found as a bearer token, and a key of the fake in the wrong place, too. */
  protected matcher({ operation, status, key, method, path }: LineFilter): (entry: Entry) => boolean {
    const alias = this.#aliasNamed(key);
    const { redactor } = this;
    const aliasOf = (text: string) => this.#aliasOf(text, redactor);
    const isOwn = (text: string) => aliasOf(text) !== undefined;
    // The cheap ones first: there may be ten thousand requests.
    return (entry) =>
      (method === undefined || entry.method === method) &&
      (status === undefined || matchesStatus(statusOf(entry), status)) &&
      (path === undefined || entry.path.includes(path)) &&
      (alias === undefined || aliasOf(shownKey(entry, isOwn) ?? '') === alias) &&
      (operation === undefined || this.#operationOf(entry) === operation);
  }

  protected toLine(entry: Entry): ExchangeLine {
    const { redactor } = this;
    const { number, startedMs, method, response } = entry;
    const { delayMs, cut, assumed, faultId, headers } = response;
    const route = this.#routeOf(entry);
    const limits = cut === 'reset' ? undefined : parseRateLimitHeaders({ get: (name) => headers[name] ?? null });
    return Object.freeze({
      number,
      startedMs,
      method: redactor.redact(method),
      target: targetOf(entry, route, redactor),
      operation: route.requested,
      keyAlias: response.keyAlias ?? (entry.hasGoodKey ? this.#aliasOf(sentKey(entry) ?? '', redactor) : undefined),
      status: statusOf(entry),
      delayMs,
      limits: limits && Object.freeze(limits),
      cut,
      assumed: Object.freeze([...assumed]),
      faultId,
      replayOf: entry.replayOf,
    });
  }

  protected bytesOf(entry: Entry): number {
    return bytesOf(entry);
  }

  protected override sharedBodyOf(entry: Entry): Uint8Array | undefined {
    return entry.response.encodedBody;
  }

  protected recordHeld(entry: Entry, redactor: Redactor): Exchange {
    return recordExchange(toRawExchange(entry, this.#options.addresses()), entry.number, redactor, {
      credentialOf: (_, hidden) => readCredential(entry, hidden, (key) => this.#aliasOf(key, redactor)),
    });
  }

  #routeOf({ method, path, origin }: Entry): Route {
    return findRoute(origin === undefined ? { method, path } : { method, path, origin }, this.#options.addresses());
  }

  #operationOf(entry: Entry): OperationId | undefined {
    return this.#routeOf(entry).requested;
  }

  /** A wrong key such as `invalid` is also a word in valid responses: it is hidden where it was sent, and not elsewhere. */
  protected createRedactor(): Redactor {
    this.#keys = 0;
    return new Redactor({ defaultKind: 'secret', find: this.#options.secretsIn });
  }

  /** Returns false if a key was sent under another pseudonym before it was given out. */
  protected override keepUp(redactor: Redactor): boolean {
    const { given } = this.#given;
    if (given.size === this.#keys) return true;
    const added = [...given].slice(this.#keys);
    this.#keys = given.size;
    return added.every(([alias, key]) => redactor.addKey(key, alias));
  }

  protected learn(entry: Entry, redactor: Redactor): void {
    const { path, query = '', headers } = entry;
    learnSecrets({ request: { url: `${SOME_ORIGIN}${rooted(path)}${query}`, headers }, response: undefined }, redactor);
  }

  /** Returns the alias of a key that the fake gave out, even if it was deleted. */
  #aliasOf(key: string, redactor: Redactor): string | undefined {
    return this.#given.isGiven(key) ? redactor.aliasOf(key) : undefined;
  }

  #aliasNamed(keyOrAlias: string | undefined): string | undefined {
    const { accounts } = this.#options;
    if (keyOrAlias === undefined || accounts.given.has(keyOrAlias)) return keyOrAlias;
    const alias = this.#aliasOf(keyOrAlias, this.redactor);
    if (alias === undefined) throw unknownKey(accounts);
    return alias;
  }
}

/** What a journal knows of exchanges that it no longer has. */
export interface JournalCounts {
  /** The number of the last exchange. */
  readonly latest: number;
  /** How many are no longer remembered, and how many never were. */
  readonly dropped: number;
  readonly unlogged: number;
}

/** What of a request matters if it is sent again. */
export type SentRequest = Pick<Entry, 'method' | 'path' | 'query' | 'headers' | 'body'>;

/** The journal as users read it. */
export type Journal = Pick<WorldJournal, keyof Transcript | 'baseUrl' | 'messagesUrl' | 'dropped' | 'list' | 'clear'>;

function statusOf({ response }: Entry): number | undefined {
  return response.cut === 'reset' ? undefined : response.status;
}

function targetOf({ path, query = '' }: Entry, { operation, petIdText }: Route, redactor: Redactor): string {
  // In a path of the document only the pet id is variable, and a number is too short to be a secret.
  const isPlain = query === '' && operation !== undefined && /^(?:-?\d{1,19})?$/.test(petIdText ?? '');
  if (isPlain) return redactor.redact(path);
  const { url } = hideInRequest(`${SOME_ORIGIN}${rooted(path)}${query}`, [], redactor);
  return redactor.redact(url.slice(SOME_ORIGIN.length));
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
export function checkFilter(filter: unknown): asserts filter is JournalFilter {
  const example = "list({ operation: 'updateInventory' })";
  const { operation, status } = checkedFields(ATTEMPTED, 'the filter', filter, filterNames, example);
  if (operation !== undefined && !(operationIds as unknown[]).includes(operation)) {
    const remedy = nameHint(operation, operationIds, 'Operations');
    throw new InputError(ATTEMPTED, `there is no operation ${quoteValue(operation)}`, remedy);
  }
  if (status !== undefined && !Number.isInteger(status)) {
    throw new InputError(ATTEMPTED, `the status ${quoteValue(status)} is not an integer`, 'Try 429.');
  }
}

/** The error for a key that was never given out; it does not quote the key. */
function unknownKey(accounts: Accounts): InputError {
  const known = keyThatWorks(accounts);
  return new InputError(ATTEMPTED, 'the fake has not given out this key', known ? `Try ${known}.` : 'Mint one first.');
}
