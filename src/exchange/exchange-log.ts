import type { Exchange, HeaderList, RawExchange } from './exchange.js';
import { redactExchange } from './redact-exchange.js';
import type { Redactor } from './redactor.js';
import type { ReceivedTranscript } from './transcript.js';

interface Recorded {
  readonly received: Exchange;
  /** Without secrets. */
  readonly exchange: Exchange;
  /** How many secrets were known when it was last redacted. */
  readonly known: number;
}

/** Returns about how many bytes an exchange needs that was not recorded yet. */
export function bytesOfRaw({ request, response }: Pick<RawExchange, 'request' | 'response'>): number {
  const sent = request.url.length + bytesOfHeaders(request.headers) + (request.body?.length ?? 0);
  return response === undefined ? sent : sent + bytesOfHeaders(response.headers) + response.body.length;
}

/** A body in UTF-8 and its length in bytes. */
interface SharedBody {
  readonly length: number;
}

const PREPARED_AT_ONCE = 50;

/** Returns about how many bytes the texts of headers need, also where exchanges share them. */
export function bytesOfHeaders(headers: HeaderList): number {
  let bytes = 0;
  for (const [name, value] of headers) bytes += name.length + value.length;
  return bytes;
}

/**
 * Remembers the newest exchanges. Adding one keeps a reference; it is recorded when somebody reads it: most logs are never
 * read, and recording costs as much as a tenth of the whole fake. Numbers must ascend without gaps; `clear()` does not restart them.
 */
export abstract class ExchangeLog<Held extends { readonly number: number }> {
  readonly #limit: () => number;
  readonly #mostBytes: () => number;
  readonly #listeners = new Set<(held: Held) => void>();
  /** By number, less that of the first place. An array: a map of ten thousand would slow down each addition. */
  #held: (Held | undefined)[] = [];
  #gaps = 0;
  #latest = 0;
  #dropped = 0;
  #isBoundBySize = false;
  #version = 0;
  #bytes = 0;
  readonly #sharers = new Map<SharedBody, number>();
  #redactor: Redactor | undefined;
  /** The number of the last exchange whose secrets were registered, and when the redactor was created. */
  #learned = 0;
  #redactorSince = 0;
  readonly #recorded = new Map<number, Recorded>();
  #all: { readonly version: number; readonly known: number; readonly exchanges: readonly Exchange[] } | undefined;

  /** Remembers at most `limit` exchanges and `mostBytes` of addresses, headers and bodies, but always the newest. Both are called at each addition. */
  constructor(limit: () => number, mostBytes: () => number) {
    this.#limit = limit;
    this.#mostBytes = mostBytes;
  }

  /** The same for the same exchange at any time. */
  protected abstract bytesOf(held: Held): number;

  /** Returns an encoded body that exchanges may share: it counts once, together with its text. */
  protected sharedBodyOf(_held: Held): SharedBody | undefined {
    return undefined;
  }

  protected abstract createRedactor(): Redactor;

  /** Called before each read: adds the keys that are known by now. Returns false if that needs new pseudonyms. */
  protected keepUp(_redactor: Redactor): boolean {
    return true;
  }

  protected abstract learn(held: Held, redactor: Redactor): void;

  /** Returns the exchange as it was received, frozen. */
  protected abstract recordHeld(held: Held, redactor: Redactor): Exchange;

  get latest(): number {
    return this.#latest;
  }

  /** Changes whenever exchanges are added or cleared. */
  get version(): number {
    return this.#version;
  }

  /** How many older exchanges were dropped to stay within the limits. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Whether exchanges were dropped before their maximum number was reached, because of their size. */
  get isBoundBySize(): boolean {
    return this.#isBoundBySize;
  }

  get count(): number {
    return this.#held.length - this.#gaps;
  }

  /** The same frozen objects on each read, unless a secret of theirs became known since. */
  get exchanges(): readonly Exchange[] {
    const redactor = this.#learn();
    if (this.#all?.version !== this.#version || this.#all.known !== redactor.known) {
      const { known } = redactor;
      this.#all = { version: this.#version, known, exchanges: this.exchangesOf(this.held()) };
    }
    return this.#all.exchanges;
  }

  protected get redactor(): Redactor {
    return this.#learn();
  }

  /** Prepares a part of what the first read of a long log needs. Returns whether there is more. */
  protected prepare(): boolean {
    this.#learnNext(PREPARED_AT_ONCE);
    return this.#learned < this.#latest;
  }

  protected add(held: Held): void {
    this.#held.push(held);
    this.#latest = held.number;
    this.#count(held, 1);
    this.#version++;
    this.#makeRoom();
    for (const listener of this.#listeners) listener(held);
  }

  /** Returns what is remembered, oldest first; with `after`, only what follows that number. */
  protected held(after = 0): readonly Held[] {
    return this.#held.slice(this.#placeOf(Math.max(this.#oldest, after + 1))) as Held[];
  }

  /** Returns undefined for a number that was dropped or is still to come. */
  protected at(number: number): Held | undefined {
    return this.#held[this.#placeOf(number)];
  }

  /** Returns the exchanges of some of the entries; no other is recorded. */
  protected exchangesOf(some: readonly Held[]): readonly Exchange[] {
    const redactor = this.#learn();
    return Object.freeze(some.map((held) => this.#recordOne(held, redactor).exchange));
  }

  /** Returns the exchanges of some of the entries as they were received, for a judge, with what hides their secrets. */
  protected receivedOf(some: readonly Held[]): Pick<ReceivedTranscript, 'exchanges' | 'secrets'> {
    const redactor = this.#learn();
    return { exchanges: some.map((held) => this.#recordOne(held, redactor).received), secrets: redactor };
  }

  /** Returns the exchange with a number, and records no other; undefined if it was dropped or is still to come. */
  exchange(number: number): Exchange | undefined {
    const held = this.at(number);
    return held && this.exchangesOf([held])[0];
  }

  /** Calls a listener after each addition; returns a function that removes it. */
  onRecord(listener: (held: Held) => void): () => void {
    // A copy: the same function may be added twice.
    const copy = (held: Held) => listener(held);
    this.#listeners.add(copy);
    return () => void this.#listeners.delete(copy);
  }

  clear(): void {
    this.startAfter(this.#latest, 0);
  }

  /** Starts new pseudonyms: all exchanges are recorded again. */
  protected forgetNames(): void {
    this.#redactor = undefined;
    this.#learned = 0;
    this.#recorded.clear();
    this.#all = undefined;
  }

  /** Forgets everything, and goes on after the exchange with a number. */
  protected startAfter(latest: number, dropped: number): void {
    this.#latest = latest;
    this.#held = [];
    this.#gaps = 0;
    this.#bytes = 0;
    this.#sharers.clear();
    this.#dropped = dropped;
    this.#isBoundBySize = false;
    this.#version++;
    this.#learned = 0;
    this.#recorded.clear();
    this.#all = undefined;
  }

  get #oldest(): number {
    return this.#latest - this.count + 1;
  }

  #placeOf(number: number): number {
    return this.#gaps + number - this.#oldest;
  }

  #makeRoom(): void {
    while (!this.#hasRoom()) {
      if (this.count <= this.#limit()) this.#isBoundBySize = true;
      this.#forgetOldest();
    }
  }

  #hasRoom(): boolean {
    return this.count <= this.#limit() && (this.#bytes <= this.#mostBytes() || this.count <= 1);
  }

  #forgetOldest(): void {
    const oldest = this.#held[this.#gaps] as Held;
    this.#count(oldest, -1);
    if (this.#recorded.size > 0) this.#recorded.delete(oldest.number);
    this.#held[this.#gaps] = undefined;
    this.#gaps++;
    this.#dropped++;
    if (this.#gaps * 2 < this.#held.length) return;
    this.#held = this.#held.slice(this.#gaps);
    this.#gaps = 0;
  }

  #count(held: Held, difference: 1 | -1): void {
    this.#bytes += difference * this.bytesOf(held);
    const shared = this.sharedBodyOf(held);
    if (shared === undefined) return;
    const before = this.#sharers.get(shared) ?? 0;
    const after = before + difference;
    if (after === 0) this.#sharers.delete(shared);
    else this.#sharers.set(shared, after);
    if (before === 0 || after === 0) this.#bytes += difference * 2 * shared.length;
  }

  /** Registers the secrets of every exchange before the first body is read: it may show a key before it is used. */
  #learn(): Redactor {
    return this.#learnNext(Number.POSITIVE_INFINITY);
  }

  #learnNext(most: number): Redactor {
    if (this.#redactor !== undefined && this.#needsNewNames(this.#redactor)) this.forgetNames();
    if (this.#redactor === undefined) {
      this.#redactor = this.createRedactor();
      this.keepUp(this.#redactor);
      this.#redactorSince = this.#latest;
    }
    const next = this.held(this.#learned).slice(0, most);
    for (const held of next) this.learn(held, this.#redactor);
    this.#learned = next.length < most ? this.#latest : (next.at(-1)?.number ?? this.#latest);
    return this.#redactor;
  }

  /** Once all pseudonyms are in use, they start again if none of the exchanges is left that were there at their start. */
  #needsNewNames(redactor: Redactor): boolean {
    return (redactor.isFull && this.#oldest > this.#redactorSince) || !this.keepUp(redactor);
  }

  #recordOne(held: Held, redactor: Redactor): Recorded {
    const before = this.#recorded.get(held.number);
    const { known } = redactor;
    if (before?.known === known) return before;
    const received = before?.received ?? this.recordHeld(held, redactor);
    const recorded = { received, exchange: redactExchange(received, redactor), known };
    this.#recorded.set(held.number, recorded);
    return recorded;
  }
}
