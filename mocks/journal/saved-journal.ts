import type { Exchange } from '../../src/exchange/exchange.js';
import { BYTES_OF_EXCHANGE, bytesOfHeaders } from '../../src/exchange/exchange-log.js';
import { type ExchangeLine, type LineFilter, matchesStatus } from '../../src/exchange/request-log.js';
import type { Entry } from './entries.js';

/** An exchange of a journal that was saved as JSON: nobody knows its secrets any more. */
export interface RestoredEntry {
  readonly number: number;
  readonly exchange: Exchange;
  readonly line: ExchangeLine;
}

export type HeldEntry = Entry | RestoredEntry;

/** The journal of a fake as JSON, without secrets. */
export interface JournalState extends JournalCounts {
  readonly entries: readonly Omit<RestoredEntry, 'number'>[];
}

interface JournalCounts {
  /** The number of the last exchange. */
  readonly latest: number;
  /** How many exchanges are no longer remembered, and how many never were. */
  readonly dropped: number;
  readonly unlogged: number;
  /** Pseudonyms of secrets that restored exchanges show: `secret#1` to this one. */
  readonly secrets: number;
}

/** The journal of a fake, by references. */
export interface HeldJournal extends JournalCounts {
  /** Oldest first. */
  readonly held: readonly HeldEntry[];
}

/** The journal in a state that was taken in this process: references only, until it is written as JSON. */
export class SavedJournal implements HeldJournal {
  readonly latest: number;
  readonly dropped: number;
  readonly unlogged: number;
  readonly secrets: number;
  /** How many it has, and how many its log has had until then. */
  readonly bytes: { readonly now: number; readonly ever: number };
  readonly #held: readonly HeldEntry[];
  readonly #write: () => Pick<JournalState, 'secrets' | 'entries'>;

  /** `write` replaces the secrets. */
  constructor(
    journal: HeldJournal,
    bytes: SavedJournal['bytes'],
    write: () => Pick<JournalState, 'secrets' | 'entries'>,
  ) {
    ({ latest: this.latest, dropped: this.dropped, unlogged: this.unlogged, secrets: this.secrets } = journal);
    this.bytes = bytes;
    this.#held = journal.held;
    this.#write = write;
  }

  get held(): readonly HeldEntry[] {
    return this.#held;
  }

  toJSON(): JournalState {
    const { latest, dropped, unlogged } = this;
    return { latest, dropped, unlogged, ...this.#write() };
  }
}

/** Returns about how many bytes a journal needs, those aside that it shares with an earlier one of the same log; never too few. */
export function bytesBeyond(
  journal: JournalState | SavedJournal | undefined,
  earlier: JournalState | SavedJournal | undefined,
): number {
  if (journal instanceof SavedJournal) {
    const { now, ever } = journal.bytes;
    return earlier instanceof SavedJournal ? Math.min(now, ever - earlier.bytes.ever) : now;
  }
  const { entries = [] } = journal ?? {};
  return entries.reduce((sum, entry) => sum + BYTES_OF_EXCHANGE + bytesOfRestored(entry), 0);
}

/** Returns what the log of a fake holds for a journal that was read from JSON, which has null for what is undefined. */
export function restoredEntries({ entries }: JournalState): RestoredEntry[] {
  return entries.map(({ exchange, line }) => ({ number: exchange.number, exchange, line: Object.freeze(line) }));
}

export function isRestored(held: HeldEntry): held is RestoredEntry {
  return 'exchange' in held;
}

/** Returns whether an exchange matches every part of a filter; `alias` is the pseudonym of the filter's key. */
export function matchesRestored(
  { exchange, line }: RestoredEntry,
  { method, status, path, operation }: LineFilter,
  alias: string | undefined,
): boolean {
  const { credential } = exchange.request;
  return (
    (method === undefined || line.method === method) &&
    (status === undefined || matchesStatus(line.status, status)) &&
    (path === undefined || line.target.replace(/\?.*/s, '').includes(path)) &&
    (operation === undefined || line.operation === operation) &&
    (alias === undefined || ('name' in credential && credential.name === alias))
  );
}

/** Returns the length of an exchange and its line. */
export function bytesOfRestored({ exchange: { request, response }, line }: Omit<RestoredEntry, 'number'>): number {
  const body = response?.body;
  const heads = request.url.length + line.target.length + bytesOfHeaders(request.headers);
  const bodies = (request.body?.length ?? 0) + (body?.kind === 'text' ? body.text.length : 0);
  return heads + bytesOfHeaders(response?.headers ?? []) + bodies;
}
