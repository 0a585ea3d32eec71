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
  /** Answers the lines of entries. `all` is asked only where one of them passed through a proxy: whose keys are found nowhere else. */
  lines(entries: readonly Entry[], all: () => readonly Entry[]): readonly JournalLine[];
  /** Answers the pseudonym of a key, which is named by it or by its text: one of the fake, or one that was sent to another service. */
  aliasNamed(keyOrAlias: string, all: () => readonly Entry[]): string | undefined;
}

interface Written {
  readonly exchange: Exchange;
  /** How many strangers were known by then. */
  readonly strangers: number;
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
  const written = new WeakMap<Entry, Written>();
  const hidden = new WeakSet<Entry>();
  /** How many strangers all entries had when they were first read. */
  let atFirst: number | undefined;

  const hide = (entry: Entry) => {
    hidden.add(entry);
    return hideSecrets(entry, addresses(), names);
  };
  const write = (entry: Entry) => {
    const before = written.get(entry);
    const { strangers } = names;
    // What passed may show a key that somebody sent only later. The fake's own keys are known before they are shown.
    if (before !== undefined && (before.strangers === strangers || entry.answer.passed === undefined)) {
      return before.exchange;
    }
    const now = writeExchange(entry, hide(entry), names);
    const exchange = JSON.stringify(now) === JSON.stringify(before?.exchange) && before ? before.exchange : now;
    written.set(entry, { exchange, strangers });
    return exchange;
  };

  const hidePassed = (all: readonly Entry[]) => {
    for (const entry of all) if (entry.answer.passed !== undefined && !hidden.has(entry)) hide(entry);
    atFirst ??= names.strangers;
  };

  return {
    aliasOf: (key) => own.aliasOf(key) ?? names.passedAlias(key),
    aliasNamed(keyOrAlias, all) {
      const alias = own.aliasOf(keyOrAlias);
      if (alias !== undefined) return alias;
      hidePassed(all());
      return names.passedAlias(keyOrAlias);
    },
    keepUp: () => names.keepUp() && own.keepUp(),
    get isCrowded() {
      return names.strangers > 2 * (atFirst ?? names.strangers) + FEW_SECRETS;
    },
    read(entries, all) {
      for (const entry of all) if (!hidden.has(entry)) hide(entry);
      atFirst ??= names.strangers;
      return Object.freeze(entries.map(write));
    },
    lines(entries, all) {
      if (!entries.some(({ answer }) => answer.passed !== undefined)) return writeLines(entries, addresses(), own);
      hidePassed(all());
      return writeLines(entries, addresses(), names, names.passing);
    },
  };
}
