import { setTimeout as pause } from 'node:timers/promises';
import { SHARED } from '../worlds/request-source.js';
import type { Reply, StoreConnection } from './connection.js';

export interface StreamEntry {
  /** The moment at which the store ordered it, and its place within the millisecond: `1795262400000-0`. */
  readonly id: string;
  readonly ms: number;
  readonly fields: readonly Buffer[];
}

export const BEFORE_ALL = '0-0';

/** What the servers of a fake agree on when the first of them starts. */
export interface FakeRecord {
  /** Different for a fake that began in the same store after it was emptied. */
  readonly epoch: string;
  /** When it started, by the clock of the store. */
  readonly startedMs: number;
  /** What all its servers must have in common. */
  readonly terms: Readonly<Record<string, string>>;
}

/** Keys of one world are on one node of a cluster. */
const prefixOf = (world: string) => `petstore-mock:{petstore/${world}}`;
const RECORD = `${prefixOf(SHARED)}:fake`;
const HOUR_SECONDS = '3600';

export class Streams {
  readonly #store: StoreConnection;
  epoch = '';

  constructor(store: StoreConnection) {
    this.#store = store;
  }

  /** Returns the record of the fake: the existing one, or the proposed one if there is none. */
  async agree(proposed: FakeRecord): Promise<FakeRecord> {
    await this.#store.send('SET', RECORD, JSON.stringify(proposed), 'NX');
    return (await this.record()) ?? this.agree(proposed);
  }

  async record(): Promise<FakeRecord | undefined> {
    const reply = await this.#store.send('GET', RECORD);
    return reply === null ? undefined : (JSON.parse(String(reply)) as FakeRecord);
  }

  async time(): Promise<number> {
    const [seconds, micros] = (await this.#store.send('TIME')) as Reply[];
    return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000);
  }

  /** Appends an entry to the stream of a world. Returns its id; undefined if there is no such stream and `create` is false. */
  async append(world: string, fields: readonly (string | Buffer)[], create = false): Promise<string | undefined> {
    const key = this.streamKey(world);
    const args = create ? ['XADD', key, '*', ...fields] : ['XADD', key, 'NOMKSTREAM', '*', ...fields];
    const reply = await this.#store.send(...args);
    return reply === null ? undefined : String(reply);
  }

  async lastId(world: string): Promise<string | undefined> {
    const [entry] = toEntries(await this.#store.send('XREVRANGE', this.streamKey(world), '+', '-', 'COUNT', '1'));
    return entry?.id;
  }

  /** Returns whether the stream of a world still holds an entry: then no later one was trimmed or lost. */
  async holds(world: string, id: string): Promise<boolean> {
    return toEntries(await this.#store.send('XRANGE', this.streamKey(world), id, id)).length === 1;
  }

  async stateNames(world: string): Promise<readonly string[]> {
    return ((await this.#store.send('HKEYS', this.#statesKey(world))) as Reply[]).map(String);
  }

  async state(world: string, name: string): Promise<string | undefined> {
    const reply = await this.#store.send('HGET', this.#statesKey(world), name);
    return reply === null ? undefined : String(reply);
  }

  async saveState(world: string, name: string, text: string): Promise<void> {
    await this.#store.send('HSET', this.#statesKey(world), name, text);
  }

  /** Forgets states, and all entries before an id. */
  async trim(world: string, stateNames: readonly string[], beforeId: string): Promise<void> {
    if (stateNames.length > 0) await this.#store.send('HDEL', this.#statesKey(world), ...stateNames);
    await this.#store.send('XTRIM', this.streamKey(world), 'MINID', beforeId);
  }

  /** Forgets a world, not at once: servers may still read that it has ended. */
  async expire(world: string): Promise<void> {
    await this.#store.send('EXPIRE', this.#statesKey(world), HOUR_SECONDS);
    await this.#store.send('EXPIRE', this.streamKey(world), HOUR_SECONDS);
  }

  streamKey(world: string): string {
    return `${prefixOf(world)}:${this.epoch}:log`;
  }

  worldOf(streamKey: string): string {
    return streamKey.slice(streamKey.lastIndexOf('/') + 1, streamKey.indexOf('}'));
  }

  #statesKey(world: string): string {
    return `${prefixOf(world)}:${this.epoch}:states`;
  }
}

/** Reads `[[id, [field, value, …]], …]`. */
function toEntries(reply: Reply): StreamEntry[] {
  return ((reply ?? []) as [Buffer, Buffer[] | null][]).map(([idBytes, pairs]) => {
    const id = String(idBytes);
    return {
      id,
      ms: msOf(id),
      fields: (pairs ?? []).filter((_, index) => index % 2 === 1),
    };
  });
}

export function msOf(id: string): number {
  return Number(id.slice(0, id.indexOf('-')));
}

export function compareIds(one: string, other: string): number {
  const [oneMs = 0, oneSeq = 0] = one.split('-').map(Number);
  const [otherMs = 0, otherSeq = 0] = other.split('-').map(Number);
  return oneMs - otherMs || oneSeq - otherSeq;
}

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

/** Reads any number of streams on one connection, until it is closed. */
export function readStreams({ connection, onEntries, onReply }: ReaderOptions) {
  /** The last id that was read, by the key of a stream. */
  const lastIds = new Map<string, string>();
  let isClosed = false;
  const pass = async (reply: Reply, after: ReadonlyMap<string, string>) => {
    for (const [name, entries] of (reply ?? []) as [Buffer, Reply][]) {
      const key = String(name);
      const read = toEntries(entries);
      if (read.length === 0 || !lastIds.has(key)) continue;
      const next = await onEntries(key, after.get(key) ?? '', read);
      if (lastIds.has(key)) lastIds.set(key, next);
    }
  };
  const run = async () => {
    let hasFailed = false;
    while (!isClosed) {
      try {
        const after = new Map(lastIds);
        if (after.size === 0) {
          await pause(BLOCK_MS);
          continue;
        }
        const options = ['COUNT', BATCH, 'BLOCK', String(BLOCK_MS)];
        const reply = await connection.send('XREAD', ...options, 'STREAMS', ...after.keys(), ...after.values());
        if (isClosed) return;
        await onReply(hasFailed);
        hasFailed = false;
        await pass(reply, after);
      } catch {
        hasFailed = true;
        await pause(PAUSE_MS);
      }
    }
  };
  void run();
  return {
    add: (key: string, afterId: string) => void lastIds.set(key, afterId),
    remove: (key: string) => void lastIds.delete(key),
    close() {
      isClosed = true;
      connection.close();
    },
  };
}
