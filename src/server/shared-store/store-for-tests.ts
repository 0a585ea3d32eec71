import type { Reply, StoreConnection } from './connection.js';
import { BEFORE_ALL, compareIds } from './streams.js';

type Entry = readonly [id: string, pairs: readonly Buffer[]];

/** A store in memory, with its own clock, that carries out the commands of `Streams` and `Reader`. */
export class StoreForTests {
  nowMs: number;
  /** Decides how many turns a reply takes; default: none. */
  delay: () => number = () => 0;
  /** Commands fail while it is away. */
  isAway = false;
  readonly streams = new Map<string, Entry[]>();
  readonly #lastIds = new Map<string, string>();
  readonly hashes = new Map<string, Map<string, string>>();
  readonly texts = new Map<string, string>();
  #sequence = 0;

  constructor(nowMs: number) {
    this.nowMs = nowMs;
  }

  connect(): StoreConnection {
    let isOpen = true;
    let queue: Promise<unknown> = Promise.resolve();
    const send = async (args: readonly (string | Buffer)[]): Promise<Reply> => {
      for (let turns = this.delay(); turns > 0; turns--) await nextTurn();
      if (this.isAway) throw new Error('The connection is lost');
      const name = String(args[0]);
      if (name !== 'XREAD') return this.#carryOut(args);
      for (let turns = 0; ; turns++) {
        const reply = this.#read(args.map(String));
        if (this.isAway) throw new Error('The connection is lost');
        if (reply !== null || !isOpen || turns === 50) return reply;
        await nextTurn();
      }
    };
    return {
      // Commands of one connection take turns.
      send(...args) {
        const reply = queue.then(() => send(args));
        queue = reply.catch(() => {});
        return reply;
      },
      close() {
        isOpen = false;
      },
    };
  }

  /** Loses everything, or the entries of all streams from a number on. */
  lose(from?: number): void {
    if (from === undefined) for (const map of [this.streams, this.hashes, this.texts, this.#lastIds]) map.clear();
    else for (const entries of this.streams.values()) entries.splice(from);
  }

  #carryOut([name, key, ...rest]: readonly (string | Buffer)[]): Reply {
    const at = String(key);
    const [first = '', second = ''] = rest.map(String);
    const hash = this.hashes.get(at) ?? new Map<string, string>();
    switch (String(name)) {
      case 'TIME':
        return [Buffer.from(String(Math.floor(this.nowMs / 1000))), Buffer.from(String((this.nowMs % 1000) * 1000))];
      case 'SET':
        if (this.texts.has(at)) return null;
        this.texts.set(at, first);
        return Buffer.from('OK');
      case 'GET':
        return bytes(this.texts.get(at));
      case 'HSET':
        this.hashes.set(at, hash.set(first, second));
        return 1;
      case 'HGET':
        return bytes(hash.get(first));
      case 'HKEYS':
        return [...hash.keys()].map((field) => Buffer.from(field));
      case 'HDEL':
        for (const field of rest) hash.delete(String(field));
        return 1;
      case 'EXPIRE':
        return 1;
      case 'XADD':
        return this.#add(at, rest);
      case 'XTRIM':
        this.streams.set(
          at,
          this.#entries(at).filter(([id]) => compareIds(id, second) >= 0),
        );
        return 1;
      case 'XRANGE':
        return toReply(this.#entries(at).filter(([id]) => id === first));
      case 'XREVRANGE':
        return toReply(this.#entries(at).slice(-1));
      default:
        throw new Error(`The store for tests has no ${name}`);
    }
  }

  #entries(key: string): readonly Entry[] {
    return this.streams.get(key) ?? [];
  }

  #add(key: string, args: readonly (string | Buffer)[]): Reply {
    if (String(args[0]) === 'NOMKSTREAM' && !this.streams.has(key)) return null;
    const id = `${this.nowMs}-${++this.#sequence}`;
    const pairs = args.slice(args.findIndex((arg) => String(arg) === '*') + 1).map((arg) => Buffer.from(arg));
    const entries = this.streams.get(key) ?? [];
    this.streams.set(key, String(args[0]) === 'MAXLEN' ? [[id, pairs]] : entries);
    if (String(args[0]) !== 'MAXLEN') entries.push([id, pairs]);
    return Buffer.from(id);
  }

  #read(args: readonly string[]): Reply {
    const names = args.slice(args.indexOf('STREAMS') + 1);
    const keys = names.slice(0, names.length / 2);
    const count = Number(args[args.indexOf('COUNT') + 1]);
    const found = keys.flatMap((key, index): [Buffer, Reply][] => {
      const after = names[keys.length + index] ?? BEFORE_ALL;
      const next = this.#entries(key)
        .filter(([id]) => compareIds(id, after) > 0)
        .slice(0, count);
      return next.length === 0 ? [] : [[Buffer.from(key), toReply(next)]];
    });
    return found.length === 0 ? null : found;
  }
}

function bytes(text: string | undefined): Reply {
  return text === undefined ? null : Buffer.from(text);
}

function toReply(entries: readonly Entry[]): Reply {
  return entries.map(([id, pairs]) => [Buffer.from(id), [...pairs]]);
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
