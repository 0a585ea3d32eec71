import type { Exchange } from '../../src/transcript/exchange.js';
import type { Accounts } from '../limits/accounts.js';
import type { ServiceAddresses } from '../service-address.js';
import type { Entry } from './entry.js';
import type { JournalLine } from './journal-line.js';
import { createPseudonyms, type Pseudonyms } from './pseudonyms.js';
import { hideSecrets, writeExchange } from './write-exchange.js';
import { writeLines } from './write-lines.js';

/** Writes exchanges, each one once, and lines, a key under the same pseudonym in both. */
export interface EntryReader extends Pick<Pseudonyms, 'aliasOf' | 'keepUp'> {
  /** Whether most of the secrets that it knows may be of entries that are gone: each of them costs, so that new names are better. */
  readonly isCrowded: boolean;
  /**
   * Answers the exchanges of entries, the same object for the same entry. `all` are the entries that there are: every secret
   * in them is registered before the first body is read, for it may stand there before it is used.
   */
  read(entries: readonly Entry[], all: readonly Entry[]): readonly Exchange[];
  /** Answers the lines of entries. */
  lines(entries: readonly Entry[]): readonly JournalLine[];
}

/** So many secrets are no crowd. */
const FEW_SECRETS = 100;

export function createEntryReader(
  accounts: Accounts,
  addresses: () => ServiceAddresses,
  secretsIn: (text: string) => readonly string[],
): EntryReader {
  const names = createPseudonyms(accounts, secretsIn);
  const own = createPseudonyms(accounts, secretsIn);
  const written = new WeakMap<Entry, Exchange>();
  const hidden = new WeakSet<Entry>();
  /** How many strangers all entries had when they were first read. */
  let atFirst: number | undefined;

  const hide = (entry: Entry) => {
    hidden.add(entry);
    return hideSecrets(entry, addresses(), names);
  };
  const write = (entry: Entry) => {
    const exchange = written.get(entry) ?? writeExchange(entry, hide(entry), names);
    written.set(entry, exchange);
    return exchange;
  };

  return {
    aliasOf: own.aliasOf,
    keepUp: () => names.keepUp() && own.keepUp(),
    get isCrowded() {
      return names.strangers > 2 * (atFirst ?? names.strangers) + FEW_SECRETS;
    },
    read(entries, all) {
      for (const entry of all) if (!hidden.has(entry)) hide(entry);
      atFirst ??= names.strangers;
      return Object.freeze(entries.map(write));
    },
    lines: (entries) => writeLines(entries, addresses(), own),
  };
}
