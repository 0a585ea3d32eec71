import { setTimeout as pause } from 'node:timers/promises';
import { SHARED } from '../worlds/request-source.js';
import type { Reply, StoreConnection } from './connection.js';
import type { Haste } from './haste.js';
import { BEFORE_ALL, type StreamEntry, type Streams, toEntries } from './streams.js';

const BLOCK_MS = '500';
const BATCH = '1000';
const PAUSE_MS = 100;

export interface ReaderOptions {
  readonly connection: StoreConnection;
  readonly haste: Haste;
  /** A stream that wakes the reader when another one is added. */
  readonly bellKey: string;
  /** Called with the entries of a stream that follow an id; the reader waits for it. Returns the id after which to go on. */
  readonly onEntries: (key: string, afterId: string, entries: readonly StreamEntry[]) => Promise<string> | string;
  /** Called after each reply, at least twice a second while the store responds. `hadFailed`: the first one after a failure. */
  readonly onReply: (hadFailed: boolean) => Promise<void> | void;
}

/** Reads any number of streams on one connection, each entry as soon as somebody here waits for it. */
export class Reader {
  readonly #options: ReaderOptions;
  /** The last id that was read, by the key of a stream. */
  readonly #read = new Map<string, string>();
  #isClosed = false;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#read.set(options.bellKey, BEFORE_ALL);
    void this.#run();
  }

  add(key: string, afterId: string): void {
    this.#read.set(key, afterId);
  }

  remove(key: string): void {
    this.#read.delete(key);
  }

  close(): void {
    this.#isClosed = true;
    this.#options.connection.close();
  }

  async #run(): Promise<void> {
    const { connection, onReply, haste } = this.#options;
    let hasFailed = false;
    while (!this.#isClosed) {
      try {
        const after = new Map(this.#read);
        const command = ['XREAD', 'COUNT', BATCH, 'BLOCK', BLOCK_MS, 'STREAMS', ...after.keys(), ...after.values()];
        const reply = await connection.send(this.#options.bellKey, command);
        if (this.#isClosed) return;
        await onReply(hasFailed);
        hasFailed = false;
        await this.#pass(reply, after);
        if (reply !== null) await haste.rest();
      } catch {
        if (this.#isClosed) return;
        hasFailed = true;
        await pause(PAUSE_MS);
      }
    }
  }

  async #pass(reply: Reply, after: ReadonlyMap<string, string>): Promise<void> {
    for (const [name, entries] of (reply ?? []) as [Buffer, Reply][]) {
      const key = String(name);
      const read = toEntries(entries);
      const last = read.at(-1)?.id;
      if (last === undefined || !this.#read.has(key)) continue;
      if (key === this.#options.bellKey) this.#read.set(key, last);
      else {
        const next = await this.#options.onEntries(key, after.get(key) ?? BEFORE_ALL, read);
        if (this.#read.has(key)) this.#read.set(key, next);
      }
    }
  }
}

export interface ReadersOptions extends Pick<ReaderOptions, 'onEntries' | 'onReply'> {
  readonly streams: Streams;
  /** Opens a connection for reading alone. */
  readonly open: () => Promise<StoreConnection>;
  /** Whether one command can read the streams of several worlds; a cluster cannot. */
  readonly isTogether: boolean;
  /** The name of this server. */
  readonly server: string;
}

/** The readers of a server: one for all worlds or, on a cluster, one for each. */
export class Readers {
  readonly #options: ReadersOptions;
  readonly #byName = new Map<string, Promise<Reader>>();

  constructor(options: ReadersOptions) {
    this.#options = options;
  }

  /** Opens the connection on which a world is read. */
  async open(world: string): Promise<void> {
    await this.#readerOf(world);
  }

  /** Reads the stream of a world after an entry, from now on. */
  async read(world: string, afterId: string): Promise<void> {
    const { streams } = this.#options;
    const reader = await this.#readerOf(world);
    reader.add(streams.streamKey(world), afterId);
    await streams.ring(this.#bellOf(world));
  }

  /** Reads the stream of a world no longer. */
  stop(world: string): void {
    const name = this.#nameOf(world);
    const key = this.#options.streams.streamKey(world);
    this.#byName
      .get(name)
      ?.then((reader) => (name === SHARED ? reader.remove(key) : reader.close()))
      .catch(() => {});
    if (name !== SHARED) this.#byName.delete(name);
  }

  close(): void {
    for (const reader of this.#byName.values()) reader.then((opened) => opened.close()).catch(() => {});
  }

  #readerOf(world: string): Promise<Reader> {
    const name = this.#nameOf(world);
    let reader = this.#byName.get(name);
    if (reader === undefined) {
      const { open, streams, onEntries, onReply } = this.#options;
      const bellKey = this.#bellOf(world);
      reader = open().then(
        (connection) => new Reader({ connection, haste: streams.haste, bellKey, onEntries, onReply }),
      );
      this.#byName.set(name, reader);
      reader.catch(() => this.#byName.delete(name));
    }
    return reader;
  }

  #nameOf(world: string): string {
    return this.#options.isTogether ? SHARED : world;
  }

  #bellOf(world: string): string {
    return this.#options.streams.bellKey(this.#nameOf(world), this.#options.server);
  }
}
