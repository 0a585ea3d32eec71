import type { OperationId } from '../../src/spec/operations.js';
import type { Exchange } from '../../src/transcript/exchange.js';
import type { Transcript } from '../../src/transcript/transcript.js';
import type { Accounts } from '../limits/accounts.js';
import type { PetstoreAnswer } from '../petstore-answer.js';
import type { PetstoreRequest } from '../petstore-request.js';
import { findRoute } from '../route.js';
import type { ServiceAddresses } from '../service-address.js';
import { createBoundedEntries } from './bounded-entries.js';
import { type Entry, takeDown } from './entry.js';
import { checkFilter, type JournalFilter, unknownKey } from './journal-filter.js';
import { createEntryReader, type EntryReader } from './read-entries.js';

export type { JournalFilter } from './journal-filter.js';

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
   * Answers the exchanges that fit every part of the filter. Throws an InputError for an operation, a filter or a key that
   * there is not.
   */
  list(filter?: JournalFilter): readonly Exchange[];
  /** Forgets them all; numbers go on. */
  clear(): void;
}

export interface WorldJournal extends Journal {
  /** Number of the newest exchange; 0 before the first. */
  readonly latest: number;
  /** Takes one exchange down; turned into an Exchange when somebody reads. Times in milliseconds since the epoch. */
  record(request: PetstoreRequest, answer: PetstoreAnswer, startedMs: number): void;
  /** Remembers the state; calling what it answers puts it back, as often as one likes. */
  save(): () => void;
}

export interface JournalOptions {
  /** Asked whenever the journal is read: the behaviour can move the messages elsewhere. */
  readonly addresses: () => ServiceAddresses;
  /** Whose keys are known, and by which names. */
  readonly accounts: Accounts;
  /** How many exchanges are remembered, as long as their bodies are not more than 64 MiB; 0 remembers none. */
  readonly limit: number;
}

/** The entries at one moment, and the exchanges that were made of them one by one. */
interface Reading {
  readonly version: number;
  readonly entries: readonly Entry[];
  readonly exchanges: readonly Exchange[];
}

export function createJournal({ addresses, accounts, limit }: JournalOptions): WorldJournal {
  const entries = createBoundedEntries(limit);
  let number = 0;
  /** With a limit of 0: what was not even taken down. */
  let unkept = 0;
  // Most journals are never read, and a reader costs as much as a tenth of the whole fake.
  let reader: EntryReader | undefined;
  let latest: Reading | undefined;

  const read = (): Reading => {
    if (!reader?.keepUp()) {
      reader = createEntryReader(accounts, addresses);
      latest = undefined;
    }
    if (latest?.version !== entries.version) {
      const list = entries.list();
      latest = { version: entries.version, entries: list, exchanges: reader.read(list) };
    }
    return latest;
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
      const name = key === undefined ? undefined : reader?.aliasOf(key);
      if (key !== undefined && name === undefined) throw unknownKey();
      const fits = ({ answer, request: { credential } }: Exchange, index: number) =>
        (operation === undefined || operationOf(entries[index], addresses()) === operation) &&
        (status === undefined || answer?.status === status) &&
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
    record(request, answer, startedMs) {
      if (limit === 0) {
        unkept += 1;
        return;
      }
      number += 1;
      entries.add(takeDown(number, request, answer, startedMs, accounts));
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

/** Answers the operation whose method and path a request has. */
function operationOf(entry: Entry | undefined, addresses: ServiceAddresses): OperationId | undefined {
  if (entry === undefined) return undefined;
  const { method, path, origin } = entry;
  const { operation } = findRoute(origin === undefined ? { path } : { path, origin }, addresses);
  return operation?.method === method ? operation.id : undefined;
}
