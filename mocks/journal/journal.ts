import type { Exchange } from '../../src/exchange/exchange.js';
import type { Transcript } from '../../src/exchange/transcript.js';
import { type OperationId, operationIds } from '../../src/spec/operations.js';
import { quoteValue } from '../../src/spec/quoting.js';
import { checkedFields, InputError } from '../../src/spec/validation/input-error.js';
import { nameHint } from '../../src/spec/validation/name-hint.js';
import { type Accounts, keyThatWorks } from '../limits/accounts.js';
import type { PetstoreRequest } from '../neutral-http.js';
import type { ServiceAddresses } from '../route.js';
import { createBoundedEntries, createEntry, type Entry, type JournaledResponse } from './entries.js';
import {
  cutPage,
  type JournalLine,
  type LineFilter,
  type LinePage,
  type LinePart,
  lineMatcher,
  operationOf,
} from './lines.js';
import { createEntryReader, type EntryReader } from './read-entries.js';

/**
 * What was asked of the fake and what it answered: a transcript, its keys replaced by pseudonyms. Preflights are not in it.
 * Numbers count from 1 over the life of the fake: forgetting, `clear()` and a reset of the fake do not begin them anew, so
 * that no two exchanges ever have the same one. Only a snapshot that is restored brings its numbers back.
 */
export interface Journal extends Transcript {
  /** Where the fake lives, without a slash at the end. */
  readonly baseUrl: string;
  readonly messagesUrl: string;
  /** The exchanges that are remembered, oldest first; all frozen. Reading again gives the same objects. */
  readonly exchanges: readonly Exchange[];
  /** How many older ones were forgotten for want of room since the last `clear()`. */
  readonly dropped: number;
  /**
   * Returns the exchanges that fit every part of the filter. Throws an InputError for an operation, a filter or a key that
   * there is not.
   */
  list(filter?: JournalFilter): readonly Exchange[];
  /** Forgets them all; numbers go on. */
  clear(): void;
}

export interface WorldJournal extends Journal {
  /** Number of the newest exchange; 0 before the first. */
  readonly latest: number;
  /** How many exchanges are remembered. */
  readonly kept: number;
  /** Another one whenever exchanges were added, cleared or put back. */
  readonly version: number;
  /**
   * Returns the lines that fit every part of a filter. No exchange is written for it: of a key it finds what `list` finds,
   * requests that send it as a bearer token or, without one, under another scheme or in the query. Throws an InputError for
   * a key that there is not.
   */
  lines(filter?: LineFilter, part?: LinePart): LinePage;
  /** Returns the newest lines after the one of a number, oldest first and so many at most; `skipped` tells how many more came since then. */
  newest(since: number, most: number): { readonly lines: readonly JournalLine[]; readonly skipped: number };
  /** Returns the line of a number; undefined where it is not remembered. */
  line(number: number): JournalLine | undefined;
  /** Returns the exchange of a number, and writes no other; undefined where it is not remembered. */
  exchange(number: number): Exchange | undefined;
  /** Returns a transcript of the newest exchanges, so many at most. */
  recent(most: number): RecentTranscript;
  /** Calls a listener after each exchange that was taken down; returns how to stop that. */
  onRecord(listener: () => void): () => void;
  /**
   * Takes one exchange down; turned into an Exchange when somebody reads. Times in milliseconds since the epoch; `endedMs` is for an
   * answer that took real time. What passed through a proxy comes as a `passedAnswer`.
   */
  record(request: PetstoreRequest, response: JournaledResponse, startedMs: number, endedMs?: number): void;
  /** Remembers the state; calling what it answers puts it back, as often as one likes. */
  save(): () => void;
}

/** A transcript, and where the fake lives. */
type RecentTranscript = Transcript & Pick<Journal, 'baseUrl' | 'messagesUrl'>;

export interface JournalOptions {
  /** Asked whenever the journal is read: the behaviour can move the messages elsewhere. */
  readonly addresses: () => ServiceAddresses;
  /** Whose keys are known, and by which names. */
  readonly accounts: Accounts;
  /** How many exchanges are remembered, as long as their bodies are not more than `bytes` answers; 0 remembers none. */
  readonly limit: number;
  readonly bytes: () => number;
  /** Secrets that are no keys of the fake. */
  readonly secretsIn: (text: string) => readonly string[];
}

/** The entries at one moment, and the exchanges that were made of them one by one. */
interface Reading {
  readonly version: number;
  readonly entries: readonly Entry[];
  readonly exchanges: readonly Exchange[];
}

export function createJournal({ addresses, accounts, limit, bytes, secretsIn }: JournalOptions): WorldJournal {
  const entries = createBoundedEntries(limit, bytes);
  const listeners = new Set<() => void>();
  let number = 0;
  /** With a limit of 0: what was not even taken down. */
  let unkept = 0;
  // Most journals are never read, and a reader costs as much as a tenth of the whole fake.
  let reader: EntryReader | undefined;
  let latest: Reading | undefined;

  const openReader = (): EntryReader => {
    if (reader === undefined || reader.isCrowded || !reader.keepUp()) {
      reader = createEntryReader(accounts, addresses, secretsIn);
      latest = undefined;
    }
    return reader;
  };
  const read = (): Reading => {
    const open = openReader();
    if (latest?.version !== entries.version) {
      const list = entries.list();
      latest = { version: entries.version, entries: list, exchanges: open.read(list, list) };
    }
    return latest;
  };
  const aliasNamed = (keyOrAlias: string | undefined) => {
    if (keyOrAlias === undefined) return undefined;
    const alias = accounts.given.has(keyOrAlias)
      ? keyOrAlias
      : openReader().aliasNamed(keyOrAlias, () => entries.list());
    if (alias === undefined) throw unknownKey(accounts, entries.list().at(-1)?.response.proxied !== undefined);
    return alias;
  };

  return {
    get baseUrl() {
      return addresses().base.url;
    },
    get messagesUrl() {
      return addresses().messages.url;
    },
    run: undefined,
    get exchanges() {
      return read().exchanges;
    },
    get dropped() {
      return entries.dropped + unkept;
    },
    list(filter = {}) {
      checkFilter(filter);
      const { operation, status, key } = filter;
      const { exchanges, entries } = read();
      const name = aliasNamed(key);
      const fits = ({ response, request: { credential } }: Exchange, index: number) =>
        (operation === undefined || operationOf(entries[index] as Entry, addresses()) === operation) &&
        (status === undefined || response?.status === status) &&
        (name === undefined || ('name' in credential && credential.name === name));
      return exchanges.filter(fits);
    },
    clear() {
      entries.clear();
      unkept = 0;
      latest = undefined;
    },
    get latest() {
      return number;
    },
    get kept() {
      return entries.count;
    },
    get version() {
      return entries.version;
    },
    lines(filter = {}, part) {
      const alias = aliasNamed(filter.key);
      const { aliasOf, lines } = openReader();
      const fits = lineMatcher(filter, alias, { addresses: addresses(), aliasOf });
      const { entries: shown, ...page } = cutPage(entries.list(filter.since).filter(fits), part);
      return { ...page, lines: lines(shown, () => entries.list()) };
    },
    newest(since, most) {
      const shown = entries.list(Math.max(since, number - most));
      return {
        lines: openReader().lines(shown, () => entries.list()),
        skipped: Math.max(0, number - since) - shown.length,
      };
    },
    line(number) {
      const entry = entries.at(number);
      return entry && openReader().lines([entry], () => entries.list())[0];
    },
    exchange(number) {
      const entry = entries.at(number);
      return entry && openReader().read([entry], entries.list())[0];
    },
    recent(most) {
      const exchanges = openReader().read(entries.list(number - most), entries.list());
      return { exchanges, run: undefined, baseUrl: addresses().base.url, messagesUrl: addresses().messages.url };
    },
    onRecord(listener) {
      // Each has a place of its own, be it the same function twice.
      const place = () => listener();
      listeners.add(place);
      return () => void listeners.delete(place);
    },
    record(request, response, startedMs, endedMs) {
      if (limit === 0) {
        unkept += 1;
        return;
      }
      number += 1;
      entries.add(createEntry(number, request, response, startedMs, accounts, endedMs));
      for (const listener of listeners) listener();
    },
    save() {
      const saved = { number, unkept };
      const putEntriesBack = entries.save();
      return () => {
        ({ number, unkept } = saved);
        putEntriesBack();
      };
    },
  };
}

export interface JournalFilter {
  readonly operation?: OperationId | undefined;
  /** Status of the answer; a request whose connection was reset has none. */
  readonly status?: number | undefined;
  /** The API key that was sent, be it where it does not count: its text or its pseudonym, such as `key#1`. A key that was deleted is still found. */
  readonly key?: string | undefined;
}

const ATTEMPTED = 'Reading the journal';
const filterNames = ['operation', 'status', 'key'] as const satisfies (keyof JournalFilter)[];

/** Throws an InputError for a filter that cannot be; the key is checked where keys are known. */
export function checkFilter(filter: unknown): asserts filter is JournalFilter {
  const { operation, status } = checkedFields(
    ATTEMPTED,
    'the filter',
    filter,
    filterNames,
    "list({ operation: 'updateInventory' })",
  );
  checkOperation(operation);
  checkStatus(status);
}

function checkOperation(operation: unknown): void {
  if (operation === undefined || (operationIds as unknown[]).includes(operation)) return;
  const remedy = nameHint(operation, operationIds, 'Operations');
  throw new InputError(ATTEMPTED, `there is no operation ${quoteValue(operation)}`, remedy);
}

function checkStatus(status: unknown): void {
  if (status === undefined || Number.isInteger(status)) return;
  throw new InputError(ATTEMPTED, `the status ${quoteValue(status)} is no integer`, 'Try 429.');
}

/** What to say of a key that was never given out, or, where requests passed through a proxy, was never sent; it is not quoted. */
function unknownKey(accounts: Accounts, isOfProxy: boolean): InputError {
  if (isOfProxy) return new InputError(ATTEMPTED, 'nobody has sent this key', 'Try key#1, as the journal names it.');
  const known = keyThatWorks(accounts);
  const tryOne = (minted: string) => (known === undefined ? `Try ${minted}.` : `Try ${known}, or ${minted}.`);
  const problem = 'the fake has not given out this key';
  return new InputError(ATTEMPTED, problem, tryOne('one that keys.mint() answered'), tryOne('one that was minted'));
}
