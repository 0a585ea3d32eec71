import type { Exchange } from '../../src/transcript/exchange.js';
import type { Accounts } from '../limits/accounts.js';
import type { ServiceAddresses } from '../service-address.js';
import type { Entry } from './entry.js';
import { createPseudonyms, type Pseudonyms } from './pseudonyms.js';
import { hideSecrets, writeExchange } from './write-exchange.js';

/** Writes exchanges, each one once, under one set of pseudonyms. */
export interface EntryReader extends Pick<Pseudonyms, 'aliasOf' | 'keepUp'> {
  /** Answers the exchanges of entries, the same object for the same entry. */
  read(entries: readonly Entry[]): readonly Exchange[];
}

export function createEntryReader(accounts: Accounts, addresses: () => ServiceAddresses): EntryReader {
  const names = createPseudonyms(accounts);
  const written = new WeakMap<Entry, Exchange>();
  return {
    aliasOf: names.aliasOf,
    keepUp: names.keepUp,
    read(entries) {
      const fresh = entries.filter((entry) => !written.has(entry));
      // Every secret is registered before the first body is read: it may stand there before it is used.
      const hidden = fresh.map((entry) => ({ entry, request: hideSecrets(entry, addresses(), names) }));
      for (const { entry, request } of hidden) written.set(entry, writeExchange(entry, request, names));
      return Object.freeze(entries.flatMap((entry) => written.get(entry) ?? []));
    },
  };
}
