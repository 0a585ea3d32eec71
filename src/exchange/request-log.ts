import type { QuestionId } from '../service/questions/open-questions.js';
import type { RateLimitState } from '../service/rate-limit-headers.js';
import type { Exchange, HeaderList, RawExchange } from './exchange.js';
import { redactExchange } from './redact-exchange.js';
import type { Redactor } from './redactor.js';
import type { ReceivedTranscript, Transcript } from './transcript.js';

/** One exchange in one line, for lists: no header, no body, no secret. */
export interface ExchangeLine {
  readonly number: number;
  /** In milliseconds since the epoch, by the clock of the log. */
  readonly startedMs: number;
  readonly method: string;
  readonly target: string;
  readonly operation: string | undefined;
  /** The pseudonym of the key that was sent; the fake's journal shows only valid ones. */
  readonly keyAlias: string | undefined;
  readonly status: number | undefined;
  readonly delayMs: number;
  /** The rate-limit headers of the response (§8.2); undefined if they are missing or not counts. */
  readonly limits: RateLimitState | undefined;
  /** `left`: the client closed the connection before the end. */
  readonly cut: 'reset' | 'truncated' | 'left' | undefined;
  readonly assumed: readonly QuestionId[];
  readonly faultId: string | undefined;
  /** The number of the request that this one repeats, if it was sent from the control room. */
  readonly replayOf: number | undefined;
}

export interface LineFilter {
  readonly operation?: string | undefined;
  /** A status, or a class of them such as `4xx`. */
  readonly status?: string | undefined;
  /** A key by its pseudonym or its text. */
  readonly key?: string | undefined;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly since?: number | undefined;
}

export interface LinePart {
  readonly order?: 'newest' | 'oldest' | undefined;
  readonly limit?: number | undefined;
  readonly after?: number | undefined;
}

export interface LinePage {
  readonly lines: readonly ExchangeLine[];
  readonly total: number;
  /** The `after` of the next part; undefined at the end. */
  readonly next: number | undefined;
}

interface Numbered {
  readonly number: number;
}

/** What a log needs to know of the entries that it holds: references to a request and its response, in any form. */
export interface EntryReader<Entry> {
  /** The maximum number of entries, and of bytes of their addresses, headers and bodies; called at each addition. */
  readonly limit: () => number;
  /** Default: 64 MiB. */
  readonly mostBytes: () => number | undefined;
  /** The addresses of the service, without a slash at the end. */
  readonly addresses: () => { readonly baseUrl: string; readonly messagesUrl: string };
  /** The same for the same entry at any time. */
  readonly bytesOf: (entry: Entry) => number;
  /** Returns an encoded body that entries may share: it counts once, together with its text. */
  readonly sharedBodyOf?: (entry: Entry) => Uint8Array | undefined;
  readonly createRedactor: () => Redactor;
  /** Called before each read: adds the keys that are known by now. Returns false if that needs new pseudonyms. */
  readonly keepUp?: (redactor: Redactor) => boolean;
  readonly learn: (entry: Entry, redactor: Redactor) => void;
  readonly toExchange: (entry: Entry, redactor: Redactor) => Exchange;
  readonly toLine: (entry: Entry, redactor: Redactor) => ExchangeLine;
  /** Returns a test for every part of a filter except numbers. Throws an InputError for an unknown key. */
  readonly matcher: (filter: LineFilter, redactor: Redactor) => (entry: Entry) => boolean;
}

interface Recorded {
  readonly received: Exchange;
  /** Without secrets. */
  readonly exchange: Exchange;
  readonly known: number;
}

/** Remembers the newest exchanges. Adding one keeps a reference; it is recorded when somebody reads it. Numbers must ascend without gaps. */
export class RequestLog<Entry extends Numbered> implements Transcript {
  readonly run = undefined;
  readonly #reader: EntryReader<Entry>;
  readonly #listeners = new Set<(entry: Entry) => void>();
  /** In order, without gaps in their numbers; those before `#start` are forgotten. To shift a long array takes too long. */
  #entries: (Entry | undefined)[] = [];
  #start = 0;
  #bytes = 0;
  latest = 0;
  /** Changes whenever exchanges are added or cleared. */
  version = 0;
  /** How many older exchanges were dropped to stay within the limits since the last `clear()`. */
  dropped = 0;
  /** Whether exchanges were dropped before their maximum number was reached, because of their size. */
  isBoundBySize = false;
  readonly #sharers = new Map<Uint8Array, number>();
  #redactor: Redactor | undefined;
  /** The number of the last exchange whose secrets were registered, and when the redactor was created. */
  #learned = 0;
  #redactorSince = 0;
  readonly #recorded = new Map<number, Recorded>();

  /** Remembers as much as the reader allows, but always the newest exchange, unless its limit is 0. */
  constructor(reader: EntryReader<Entry>) {
    this.#reader = reader;
  }

  get baseUrl(): string {
    return this.#reader.addresses().baseUrl;
  }

  get messagesUrl(): string {
    return this.#reader.addresses().messagesUrl;
  }

  get count(): number {
    return this.#entries.length - this.#start;
  }

  /** The same frozen objects on each read, unless a secret of theirs became known since. */
  get exchanges(): readonly Exchange[] {
    return this.exchangesOf(this.entries());
  }

  add(entry: Entry): void {
    this.#entries.push(entry);
    this.latest = entry.number;
    this.#count(entry, 1);
    this.version++;
    while (!this.#hasRoom()) {
      if (this.count <= this.#reader.limit()) this.isBoundBySize = true;
      this.#forgetOldest();
    }
    for (const listener of this.#listeners) listener(entry);
  }

  onRecord(listener: (entry: Entry) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  readonly clear = (): void => this.startAfter(this.latest, 0);

  /** Forgets everything, with its pseudonyms, and goes on after the exchange with a number. */
  startAfter(latest: number, dropped: number): void {
    this.latest = latest;
    this.#entries = [];
    this.#start = 0;
    this.#bytes = 0;
    this.#sharers.clear();
    this.dropped = dropped;
    this.isBoundBySize = false;
    this.version++;
    this.#forgetNames();
  }

  /** Returns what is remembered, oldest first; with `after`, only what follows that number. */
  entries(after = 0): readonly Entry[] {
    return this.#entries.slice(Math.max(this.#start, this.#place(after + 1))) as Entry[];
  }

  /** Returns undefined for a number that was dropped or is still to come. */
  at(number: number): Entry | undefined {
    return this.#entries[this.#place(number)];
  }

  #place(number: number): number {
    return this.#entries.length - 1 - this.latest + number;
  }

  exchangesOf(some: readonly Entry[]): readonly Exchange[] {
    const { redactor } = this;
    return Object.freeze(some.map((entry) => this.#record(entry, redactor).exchange));
  }

  /** Returns the exchanges of some of the entries as they were received, for a judge, with what hides their secrets. */
  receivedOf(some: readonly Entry[]): Pick<ReceivedTranscript, 'exchanges' | 'secrets'> {
    const { redactor } = this;
    return { exchanges: some.map((entry) => this.#record(entry, redactor).received), secrets: redactor };
  }

  exchange(number: number): Exchange | undefined {
    const entry = this.at(number);
    return entry && this.#record(entry, this.redactor).exchange;
  }

  /** Returns the line with a number; undefined if it was dropped or is still to come. */
  line(number: number): ExchangeLine | undefined {
    const entry = this.at(number);
    return entry && this.#reader.toLine(entry, this.redactor);
  }

  /** Returns the lines that match a filter; no exchange is recorded for it. Throws an InputError for an unknown key. */
  lines(filter: LineFilter = {}, part?: LinePart): LinePage {
    return this.#toPage(this.select(filter), part);
  }

  /** Returns the entries that match a filter. Throws an InputError for an unknown key. */
  select(filter: LineFilter): readonly Entry[] {
    return this.entries(filter.since).filter(this.#reader.matcher(filter, this.redactor));
  }

  /** Returns the lines that match a filter and whose exchanges show a text. Awaits `pause` before each. Throws an InputError for an unknown key. */
  async search(text: string, filter: LineFilter, part: LinePart, pause: () => Promise<void> | undefined) {
    const shows = searchFor(text);
    const found: Entry[] = [];
    for (const entry of this.select(filter)) {
      await pause();
      const exchange = this.#recordIfThere(entry);
      if (exchange !== undefined && shows(exchange)) found.push(entry);
    }
    return this.#toPage(found, part);
  }

  /** Returns the newest lines after a number, oldest first, at most `most`; `skipped` counts the others since then. */
  newest(since: number, most: number): { readonly lines: readonly ExchangeLine[]; readonly skipped: number } {
    const lines = this.#linesOf(this.entries(Math.max(since, this.latest - most)));
    return { lines, skipped: Math.max(0, this.latest - since) - lines.length };
  }

  /** Returns a transcript of at most `most` of the newest exchanges as they were received, for a judge. `pause`: as for `search`. */
  async received(most: number, pause: () => Promise<void> | undefined) {
    for (const entry of this.entries(this.latest - most)) {
      await pause();
      this.#recordIfThere(entry);
    }
    return { ...this.receivedOf(this.entries(this.latest - most)), run: undefined, ...this.#reader.addresses() };
  }

  /** An entry may have been dropped meanwhile, and another one may have its number. */
  #recordIfThere(entry: Entry): Exchange | undefined {
    return this.at(entry.number) === entry ? this.#record(entry, this.redactor).exchange : undefined;
  }

  /** Hides the secrets of every exchange: they are registered before the first body is read, which may show a key before it is used. */
  get redactor(): Redactor {
    if (this.#redactor !== undefined && this.#needsNewNames(this.#redactor)) this.#forgetNames();
    if (this.#redactor === undefined) {
      this.#redactor = this.#reader.createRedactor();
      this.#reader.keepUp?.(this.#redactor);
      this.#redactorSince = this.latest;
    }
    for (const entry of this.entries(this.#learned)) this.#reader.learn(entry, this.#redactor);
    this.#learned = this.latest;
    return this.#redactor;
  }

  #toPage(all: readonly Entry[], part?: LinePart): LinePage {
    const { items, ...page } = cutPage(all, part);
    return { ...page, lines: this.#linesOf(items) };
  }

  #linesOf(entries: readonly Entry[]): ExchangeLine[] {
    const { redactor } = this;
    return entries.map((entry) => this.#reader.toLine(entry, redactor));
  }

  /** Once all pseudonyms are in use, they start again if none of the exchanges is left that were there at their start. */
  #needsNewNames(redactor: Redactor): boolean {
    return (
      (redactor.isFull && this.latest - this.count >= this.#redactorSince) || this.#reader.keepUp?.(redactor) === false
    );
  }

  #forgetNames(): void {
    this.#redactor = undefined;
    this.#learned = 0;
    this.#recorded.clear();
  }

  #record(entry: Entry, redactor: Redactor): Recorded {
    const before = this.#recorded.get(entry.number);
    const { known } = redactor;
    if (before?.known === known) return before;
    const received = before?.received ?? this.#reader.toExchange(entry, redactor);
    const recorded = { received, exchange: redactExchange(received, redactor), known };
    this.#recorded.set(entry.number, recorded);
    return recorded;
  }

  #hasRoom(): boolean {
    return (
      this.count <= this.#reader.limit() && (this.#bytes <= (this.#reader.mostBytes() ?? MOST_BYTES) || this.count <= 1)
    );
  }

  #forgetOldest(): void {
    const entry = this.#entries[this.#start] as Entry;
    this.#entries[this.#start++] = undefined;
    this.#count(entry, -1);
    this.#recorded.delete(entry.number);
    this.dropped++;
    if (this.#start * 2 < this.#entries.length) return;
    this.#entries = this.#entries.slice(this.#start);
    this.#start = 0;
  }

  #count(entry: Entry, difference: 1 | -1): void {
    this.#bytes += difference * this.#reader.bytesOf(entry);
    const shared = this.#reader.sharedBodyOf?.(entry);
    if (shared === undefined) return;
    const before = this.#sharers.get(shared) ?? 0;
    const after = before + difference;
    if (after === 0) this.#sharers.delete(shared);
    else this.#sharers.set(shared, after);
    if (before === 0 || after === 0) this.#bytes += difference * 2 * shared.length;
  }
}

export type LoggedRequests = Readonly<Omit<RequestLog<Numbered>, 'add' | 'startAfter'>>;

/** Returns about how many bytes an exchange needs that was not recorded yet. */
export function bytesOfRaw({ request, response }: Pick<RawExchange, 'request' | 'response'>): number {
  const sent = request.url.length + bytesOfHeaders(request.headers) + (request.body?.length ?? 0);
  return response === undefined ? sent : sent + bytesOfHeaders(response.headers) + response.body.length;
}

/** Returns about how many bytes the texts of headers need, also where exchanges share them. */
export function bytesOfHeaders(headers: HeaderList): number {
  return headers.reduce((bytes, [name, value]) => bytes + name.length + value.length, 0);
}

export function matchesStatus(status: number | undefined, wanted: string): boolean {
  const text = String(status);
  return status !== undefined && (text === wanted || (wanted.endsWith('xx') && text[0] === wanted[0]));
}

const MOST_BYTES = 64 * 1024 * 1024;
const DEFAULT_LIMIT = 100;

/** Returns one page of a list, oldest first. It continues after a number, not at an offset: no page repeats or skips an item. */
export function cutPage<Item extends Numbered>(
  all: readonly Item[],
  { order = 'newest', limit = DEFAULT_LIMIT, after }: LinePart = {},
): Omit<LinePage, 'lines'> & { readonly items: readonly Item[] } {
  const isLeft = ({ number }: Item) => after === undefined || (order === 'newest' ? number < after : number > after);
  const left = all.filter(isLeft);
  const items = order === 'newest' ? left.slice(Math.max(0, left.length - limit)).reverse() : left.slice(0, limit);
  return { items, total: all.length, next: items.length === left.length ? undefined : items.at(-1)?.number };
}

/** Returns a test for exchanges that show a text, in any case. Between the signs of JSON any whitespace matches: the text may be copied. */
export function searchFor(text: string): (exchange: Exchange) => boolean {
  // No whitespace at either end of the pattern: that could take long.
  const parts = text.trim().split(/\s*([{}[\],:])\s*/);
  const escaped = parts.filter((part) => part !== '').map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  const pattern = new RegExp(escaped.join('\\s*'), 'i');
  const isInHeaders = (headers: HeaderList) => headers.some(([name, value]) => pattern.test(`${name}: ${value}`));
  return ({ request, response }) =>
    pattern.test(request.url) ||
    isInHeaders(request.headers) ||
    pattern.test(request.body ?? '') ||
    isInHeaders(response?.headers ?? []) ||
    (response?.body.kind === 'text' && pattern.test(response.body.text));
}
