import { createHash, randomBytes } from 'node:crypto';
import type { StoreState } from '../../admin/schemas/server.js';
import { InputError } from '../../json/input-error.js';
import type { ServerLog } from '../responder.js';
import type { Worlds } from '../worlds/worlds.js';
import { StoreAwayError } from './availability.js';
import { connect, type StoreAddress } from './connection.js';
import { CurrentInput } from './entries.js';
import { OrderedRequests } from './ordered-requests.js';
import { type Apply, Replica } from './replica.js';
import { type FakeRecord, Streams } from './streams.js';

export interface SharedStoreOptions {
  readonly address: StoreAddress;
  /** What all servers of the fake must have in common, by the name of the option. Only hashes get into the store: keys are among it. */
  readonly terms: Readonly<Record<string, string>>;
  /** A state of a world is saved after so many entries; default 1,000. */
  readonly entriesPerState?: number;
  readonly connectTo?: typeof connect;
}

/** A store that several servers share: together they are one fake. */
export type SharedStore = Awaited<ReturnType<typeof openSharedStore>>;

/** Connects to a store. Rejects with an InputError if that fails, and if the servers of the fake have other options. */
export async function openSharedStore(options: SharedStoreOptions) {
  const { address, entriesPerState = 1_000, connectTo = connect } = options;
  const attempted = `Joining the store ${address.shown}`;
  const connection = await connectTo(address, attempted);
  const closing: { close(): void }[] = [connection];
  const streams = new Streams(connection);
  const current = new CurrentInput();
  const join = async () => {
    current.aheadMs = (await streams.time()) - Date.now();
    const epoch = randomBytes(6).toString('hex');
    const record = await streams.agree({ epoch, startedMs: await streams.time(), terms: termsOf(options, epoch) });
    checkTerms(record, options);
    streams.epoch = record.epoch;
    return record;
  };
  const record = await join().catch((error: unknown) => {
    connection.close();
    if (error instanceof InputError) throw error;
    const problem = String(error instanceof Error ? error.message : error).replace(/\.$/, '');
    const remedy = 'It must be a Redis or Valkey from 6.2 on, and allow the commands in docs/scaling.md.';
    throw new InputError(attempted, problem, remedy);
  });

  return {
    /** The moment and the draws of all worlds. */
    current,
    shown: address.shown,
    /** Serves worlds together with the other servers: everything goes through the result once `start` has resolved. */
    serve(worlds: Worlds, log: ServerLog) {
      const replica = new Replica({
        streams,
        current,
        worlds,
        log,
        entriesPerState,
        openReader: () => connectTo(address, attempted),
        record,
      });
      current.carryOut = async (world, request) => {
        const outcome = await replica.order(world, { kind: 'request', request });
        if (outcome === 'gone') throw new StoreAwayError(false);
      };
      const requests = new OrderedRequests(replica, streams, worlds, current.nowMs);
      closing.unshift(requests, replica);
      return {
        requests,
        start: (apply: Apply) =>
          replica.start(apply).catch((error: unknown) => {
            if (!(error instanceof StoreAwayError)) throw error;
            throw new InputError(attempted, 'it does not respond', 'Look at its log, and start again.');
          }),
        read: (): StoreState => ({ url: address.shown, ...replica.state }),
      };
    },
    close() {
      for (const one of closing) one.close();
    },
  };
}

/** Throws an InputError if a fake has other terms. They are hashed, differently for each record. */
function checkTerms({ terms: theirs, epoch }: FakeRecord, options: SharedStoreOptions): void {
  const ours = termsOf(options, epoch);
  const names = new Set([...Object.keys(theirs), ...Object.keys(ours)]);
  const different = [...names].filter((term) => theirs[term] !== ours[term]);
  if (different.length === 0) return;
  throw new InputError(
    `Joining the store ${options.address.shown}`,
    `its servers have another value of ${different.join(', ')}`,
    'Use the same, or another database of the store: redis://127.0.0.1:6379/2',
  );
}

function termsOf({ terms }: SharedStoreOptions, epoch: string): FakeRecord['terms'] {
  const hash = (text: string) => createHash('sha256').update(`${epoch}/${text}`).digest('hex').slice(0, 16);
  return Object.fromEntries(Object.entries(terms).map(([name, text]) => [name, hash(text)]));
}
