import { randomBytes } from 'node:crypto';
import type { StoreState } from '../../admin/schemas/server.js';
import type { ServedResponse, ServerLog, ServerRequest } from '../responder.js';
import { SHARED } from '../worlds/request-source.js';
import type { ServedWorld } from '../worlds/served-world.js';
import type { DroppedWorld, Worlds } from '../worlds/worlds.js';
import { Availability, StoreAwayError } from './availability.js';
import { RejectedError, type StoreConnection } from './connection.js';
import { type CurrentInput, decodeEntry, encodeEntry, type Input, type OrderedRequest } from './entries.js';
import { FollowedWorld, KEPT_MS } from './followed-world.js';
import { compareIds, type FakeRecord, readStreams, type StreamEntry, type Streams } from './streams.js';

export interface Apply {
  readonly request: (request: ServerRequest, served: ServedWorld) => ServedResponse;
  /** Undefined without an admin API. */
  readonly command: ((request: ServerRequest) => ServedResponse | Promise<ServedResponse>) | undefined;
}

export interface ReplicaOptions {
  readonly streams: Streams;
  readonly openReader: () => Promise<StoreConnection>;
  readonly record: FakeRecord;
  readonly current: CurrentInput;
  readonly entriesPerState: number;
  readonly worlds: Worlds;
  readonly log: ServerLog;
}

/** `gone`: the world had ended before, or never began; nothing was applied. */
export type Outcome = ServedResponse | 'gone';

interface Pending {
  readonly world: string;
  /** Of its entry, once the store has confirmed it. */
  id?: string;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: Error) => void;
}

/** One server of several that are one fake: appends every input to the stream of its world, and applies all entries in order. */
export class Replica {
  /** A name that no other server has. */
  readonly id = randomBytes(6).toString('hex');
  readonly #options: ReplicaOptions;
  readonly #followed = new Map<string, Promise<FollowedWorld | undefined>>();
  readonly #worldOf = new Map<string, FollowedWorld>();
  #reader: ReturnType<typeof readStreams> | undefined;
  readonly #pending = new Map<number, Pending>();
  #apply: Apply | undefined;
  #number = 0;
  readonly #availability: Availability;
  #rejected = '';
  #lagMs = 0;

  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.#availability = new Availability(options.log, () => this.#rejectPending());
  }

  get state(): Omit<StoreState, 'url'> {
    return { server: this.id, isReady: this.#availability.isReady, lagMs: this.#lagMs };
  }

  /** Follows the shared world from now on, and is ready once it has caught up. Rejects with a StoreAwayError if the store does not respond. */
  async start(apply: Apply): Promise<void> {
    this.#apply = apply;
    const { openReader } = this.#options;
    this.#reader = readStreams({
      connection: await openReader(),
      onEntries: (key, afterId, entries) => this.#receive(key, afterId, entries),
      onReply: (hadFailed) => this.#hear(hadFailed),
    });
    await this.#availability.wait(this.#create(SHARED, { kind: 'touch' }));
    await this.barrier(SHARED, true);
    this.#availability.join();
  }

  close(): void {
    this.#availability.close();
    this.#reader?.close();
  }

  /** Appends an input to the stream of a world, and returns what came of it when it was its turn. Rejects with a StoreAwayError. */
  async order(world: string, input: Input): Promise<Outcome> {
    await this.#availability.joined;
    const followed = await this.#availability.wait(this.follow(world));
    if (followed === undefined) return 'gone';
    const { streams, log } = this.#options;
    const number = ++this.#number;
    return new Promise((resolve, reject) => {
      const pending: Pending = { world, resolve, reject };
      this.#pending.set(number, pending);
      streams.append(world, encodeEntry(this.id, number, input)).then(
        (id) => {
          if (id === undefined) return this.#begin(world, number);
          pending.id = id;
          this.#rejectIfPassed(number, followed);
        },
        (error: unknown) => {
          this.#pending.delete(number);
          const rejection = error instanceof RejectedError ? error.message : '';
          if (rejection === '') this.#availability.becomeAway('The connection to the store was lost.');
          else if (rejection !== this.#rejected) log.note?.(`The store rejects requests: ${rejection}`, {});
          this.#rejected = rejection;
          reject(new StoreAwayError(rejection === ''));
        },
      );
    });
  }

  /** Waits until everything was applied that stood in the stream of a world at this moment. Returns false if there is no such world. */
  async barrier(world: string, isJoining = false): Promise<boolean> {
    // Before that, entries could not be applied.
    if (!isJoining) await this.#availability.joined;
    const followed = await this.#availability.wait(this.follow(world));
    if (followed === undefined) return false;
    const id = await this.#availability.wait(this.#options.streams.lastId(world));
    if (id !== undefined) await this.#availability.wait(followed.reached(id));
    else await this.#availability.wait(this.#checkStore());
    return true;
  }

  /** Serves a world here from now on. Returns undefined if it does not exist. */
  follow(id: string): Promise<FollowedWorld | undefined> {
    let followed = this.#followed.get(id);
    if (followed === undefined) {
      followed = this.#follow(id).catch((error: unknown) => {
        this.#unfollow(id);
        throw error;
      });
      this.#followed.set(id, followed);
    }
    return followed;
  }

  /** Ends an isolated world for all servers; its requests that follow get an explanation. */
  async drop(world: string, reason: DroppedWorld['reason']): Promise<void> {
    if ((await this.order(SHARED, { kind: 'drop', world, reason })) !== 'gone') await this.end(world);
  }

  /** Lets nothing count that is appended from now on to the stream of a world that was dropped: servers may not know it yet. */
  async end(world: string): Promise<void> {
    const { streams } = this.#options;
    await this.#availability.wait(this.#create(world, { kind: 'end' }).then(() => streams.expire(world)));
  }

  /** Appends an input to a stream that need not exist. */
  #create(world: string, input: Input): Promise<string | undefined> {
    return this.#options.streams.append(world, encodeEntry(this.id, ++this.#number, input), true);
  }

  async #follow(id: string): Promise<FollowedWorld | undefined> {
    const served = this.#options.worlds.serve(id);
    if (served === undefined) {
      this.#followed.delete(id);
      return undefined;
    }
    const { streams, worlds } = this.#options;
    const followed = new FollowedWorld(served);
    await this.#load(followed);
    // It was dropped meanwhile, and another one has its name.
    if (worlds.serve(id) !== served) {
      this.#followed.delete(id);
      return this.follow(id);
    }
    this.#worldOf.set(id, followed);
    this.#read(followed);
    const last = await streams.lastId(id);
    if (last !== undefined) await followed.reached(last);
    return followed;
  }

  async #load(followed: FollowedWorld): Promise<void> {
    const { streams, worlds, current } = this.#options;
    const { id } = followed.served;
    const beginning = () => {
      const beganMs =
        worlds.registry.worlds.find((world) => world.id === id)?.openedAtMs ?? this.#options.record.startedMs;
      return current.during(beganMs, () => worlds.beginningOf(id)) ?? followed.served.world.state();
    };
    const registry = await followed.load(streams, beginning);
    if (id !== SHARED) return;
    worlds.restoreRegistry(registry ?? { worlds: [], opened: 0 });
    for (const [world, { served }] of this.#worldOf) if (worlds.get(world) !== served) this.#unfollow(world);
  }

  #read({ served: { id }, lastId }: FollowedWorld): void {
    this.#reader?.add(this.#options.streams.streamKey(id), lastId);
  }

  #unfollow(id: string): void {
    const followed = this.#worldOf.get(id);
    this.#followed.delete(id);
    this.#worldOf.delete(id);
    this.#reader?.remove(this.#options.streams.streamKey(id));
    if (followed !== undefined) this.#options.worlds.release(id);
    this.#rejectPending(id);
  }

  /** Applies entries of a stream. Returns the id after which to go on. */
  async #receive(key: string, afterId: string, entries: readonly StreamEntry[]): Promise<string> {
    const { streams, current } = this.#options;
    const followed = this.#worldOf.get(streams.worldOf(key));
    if (followed === undefined) return entries.at(-1)?.id ?? '';
    // It was loaded anew meanwhile.
    if (followed.lastId !== afterId) return followed.lastId;
    // It was paused, or nothing had happened for long: entries may have been trimmed.
    const isBehind = Math.max(current.nowMs(), entries.at(-1)?.ms ?? 0) - followed.lastMs > KEPT_MS / 2;
    if (isBehind && (await followed.hasMissed(streams))) {
      await this.#load(followed);
      for (const number of this.#pending.keys()) this.#rejectIfPassed(number, followed);
      return followed.lastId;
    }
    if (followed.lastId !== afterId) return followed.lastId;
    for (const entry of entries) this.#applyEntry(followed, entry);
    return followed.lastId;
  }

  #applyEntry(followed: FollowedWorld, entry: StreamEntry): void {
    const { current, streams, worlds, log, entriesPerState } = this.#options;
    const { server, number, input, draw } = decodeEntry(entry);
    const isOwn = server === this.id;
    const pending = isOwn ? this.#pending.get(number) : undefined;
    if (isOwn) this.#pending.delete(number);
    let outcome: Outcome = 'gone';
    try {
      if (followed.begin(entry)) outcome = current.during(entry.ms, () => this.#act(followed, input), draw);
      pending?.resolve(outcome);
    } catch (bug) {
      log.bug(bug);
      pending?.reject(bug as Error);
    }
    this.#lagMs = Math.max(0, current.nowMs() - entry.ms);
    followed.finish();
    if (isOwn && followed.isDue(entriesPerState)) {
      const registry = followed.served.isShared ? worlds.registry : undefined;
      followed.save(streams, registry).catch((error: unknown) => {
        log.note?.(`A state could not be saved: ${String(error)}. New servers start more slowly.`, {});
      });
    }
  }

  #act(followed: FollowedWorld, input: Input): Outcome {
    const { worlds } = this.#options;
    const { served } = followed;
    if (this.#apply === undefined) throw new Error('An entry came before its time.');
    if (input.kind === 'request') {
      return this.#apply.request(input.request as ServerRequest, served);
    }
    if (input.kind === 'command') {
      if (this.#isMisplaced(input.request, served)) return 'gone';
      return (this.#apply.command?.(input.request as ServerRequest) ?? NOTHING) as ServedResponse;
    }
    // Its stream is followed on: requests may wait for their turn.
    if (input.kind === 'drop' && worlds.has(input.world)) worlds.delete(input.world, input.reason);
    if (input.kind === 'end' && !served.isShared) followed.isEnded = true;
    return NOTHING;
  }

  /** A command for a world that nobody knew, and that was opened meanwhile, belongs to the stream of that world. */
  #isMisplaced({ query }: OrderedRequest, { isShared }: ServedWorld): boolean {
    const world = query ? new URLSearchParams(query).get('world') : null;
    return isShared && world !== null && world !== SHARED && this.#options.worlds.has(world);
  }

  /** There was no stream: the world had ended, or begins now. Nothing was applied. */
  async #begin(world: string, number: number): Promise<void> {
    const pending = this.#pending.get(number);
    this.#pending.delete(number);
    try {
      await this.#checkStore();
      if (world === SHARED || ((await this.barrier(SHARED)) && this.#options.worlds.has(world))) {
        await this.#create(world, { kind: 'touch' });
      }
      pending?.resolve('gone');
    } catch {
      pending?.reject(new StoreAwayError(false));
    }
  }

  /** Rejects if the store was emptied: its servers are no longer one fake, until they are restarted. */
  async #checkStore(): Promise<void> {
    const record = await this.#options.streams.record();
    if (record?.epoch === this.#options.record.epoch) return;
    this.#availability.end();
    throw new StoreAwayError(false);
  }

  async #hear(hadFailed: boolean): Promise<void> {
    this.#availability.hear();
    if (!hadFailed && !this.#availability.isAway) return;
    const { streams } = this.#options;
    await this.#checkStore();
    // What was acknowledged may be lost with the memory of a store, or with its primary.
    for (const followed of this.#worldOf.values()) {
      if (!(await followed.hasMissed(streams))) continue;
      const world = followed.served.id;
      await this.#load(followed);
      this.#rejectPending(world);
      this.#read(followed);
      // What was waited for may be lost.
      followed.release();
      this.#options.log.note?.('The store has lost entries: the state is what it still has.', { world });
    }
    this.#availability.becomeBack();
  }

  /** Rejects an input whose entry is contained in a state that was loaded: what came of it is unknown. */
  #rejectIfPassed(number: number, { served, lastId }: FollowedWorld): void {
    const { world, id, reject } = this.#pending.get(number) ?? {};
    if (world !== served.id || id === undefined || compareIds(id, lastId) > 0) return;
    this.#pending.delete(number);
    reject?.(new StoreAwayError(true));
  }

  /** Of one world; default: of all. */
  #rejectPending(of?: string): void {
    for (const [number, { world, reject }] of this.#pending) {
      if (of !== undefined && world !== of) continue;
      this.#pending.delete(number);
      reject(new StoreAwayError(true));
    }
  }
}

const NOTHING: ServedResponse = { status: 204, headers: {}, body: undefined, keyAlias: undefined };
