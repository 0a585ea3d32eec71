import type { OperationId } from '../../src/spec/operations.js';
import type { Exchange } from '../../src/transcript/exchange.js';
import type { Transcript } from '../../src/transcript/transcript.js';
import type { PetstoreAnswer } from '../petstore-answer.js';
import type { PetstoreRequest } from '../petstore-request.js';
import type { ServiceAddresses } from '../service-address.js';

export interface JournalFilter {
  readonly operation?: OperationId;
  /** Status of the answer. */
  readonly status?: number;
  /** The API key that was sent. */
  readonly key?: string;
}

/** What was asked of the fake and what it answered: a transcript, its keys replaced by pseudonyms. Preflights are not in it. */
export interface Journal extends Transcript {
  /** Where the fake lives, without a slash at the end. */
  readonly baseUrl: string;
  readonly messagesUrl: string;
  /** The exchanges that are remembered, oldest first. */
  readonly exchanges: readonly Exchange[];
  /** How many older ones were forgotten. */
  readonly dropped: number;
  /** Answers the exchanges that fit every part of the filter. Throws an InputError for an operation or a filter that there is not. */
  list(filter?: JournalFilter): readonly Exchange[];
  /** Forgets them all; numbers go on. */
  clear(): void;
}

export interface WorldJournal extends Journal {
  /** Takes one exchange down; turned into an Exchange when somebody reads. Times in milliseconds since the epoch. */
  record(request: PetstoreRequest, answer: PetstoreAnswer, startedMs: number): void;
  /** Remembers the state; calling what it answers puts it back, as often as one likes. */
  save(): () => void;
}

export interface JournalOptions {
  /** Asked whenever the journal is read: the behaviour can move the messages elsewhere. */
  readonly addresses: () => ServiceAddresses;
  /** How many exchanges are remembered; 0 remembers none. */
  readonly limit: number;
}

export function createJournal({ addresses }: JournalOptions): WorldJournal {
  return {
    get baseUrl() {
      return addresses().base.url;
    },
    get messagesUrl() {
      return addresses().messages.url;
    },
    run: undefined,
    exchanges: [],
    dropped: 0,
    list: () => [],
    clear() {},
    record() {},
    save: () => () => {},
  };
}
