import { setTimeout as pause } from 'node:timers/promises';
import type { Reply, StoreConnection } from './connection.js';
import { type StreamEntry, toEntries } from './streams.js';

/** A stream that is added meanwhile is read only after that. */
const BLOCK_MS = 25;
const BATCH = '1000';
const PAUSE_MS = 100;

interface ReaderOptions {
  readonly connection: StoreConnection;
  /** Called with the entries of a stream that follow an id; the reader waits for it. Returns the id after which to go on. */
  readonly onEntries: (key: string, afterId: string, entries: readonly StreamEntry[]) => Promise<string>;
  /** Called after each reply, also without entries. `hadFailed`: the first one after a failure. */
  readonly onReply: (hadFailed: boolean) => Promise<void>;
}

export class Reader {
  readonly #options: ReaderOptions;
  /** The last id that was read, by the key of a stream. */
  readonly #read = new Map<string, string>();
  #isClosed = false;

  constructor(options: ReaderOptions) {
    this.#options = options;
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
    const { connection, onReply } = this.#options;
    let hasFailed = false;
    while (!this.#isClosed) {
      try {
        const after = new Map(this.#read);
        if (after.size === 0) {
          await pause(BLOCK_MS);
          continue;
        }
        const options = ['COUNT', BATCH, 'BLOCK', String(BLOCK_MS)];
        const reply = await connection.send('XREAD', ...options, 'STREAMS', ...after.keys(), ...after.values());
        if (this.#isClosed) return;
        await onReply(hasFailed);
        hasFailed = false;
        await this.#pass(reply, after);
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
      const next = await this.#options.onEntries(key, after.get(key) ?? '', read);
      if (this.#read.has(key)) this.#read.set(key, next);
    }
  }
}
