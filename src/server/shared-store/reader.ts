import { setTimeout as pause } from 'node:timers/promises';
import type { Reply, StoreConnection } from './connection.js';
import type { Haste } from './haste.js';
import { BEFORE_ALL, type StreamEntry, toEntries } from './streams.js';

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
        const reply = await connection.send(...command);
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
