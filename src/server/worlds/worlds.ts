import { type PetstoreRequest, sentKey } from '../../../mocks/neutral-http.js';
import type { MintOptions } from '../../../mocks/steering/keys-control.js';
import type { WorldEntry } from '../../admin/schemas/world.js';
import {
  type DroppedWorld,
  DroppedWorlds,
  explainLostKey,
  noRoomError,
  sharedWorldError,
  unknownWorldError,
} from './dropped-worlds.js';
import { SHARED } from './request-source.js';
import { generateIsolatedKey, mayHaveIsolatedKey } from './secrets.js';
import { type CreateOwnWorld, type IsolatedWorld, type ServedWorld, serveWorld } from './served-world.js';

/** The number and lifetime of isolated worlds. */
export interface WorldBounds {
  /** Default 1,000; 0: none. */
  readonly most?: number | undefined;
  /** How long one may be idle, in real time; default an hour; `Infinity`: forever. */
  readonly idleMs?: number | undefined;
}

export interface WorldsOptions extends WorldBounds {
  readonly createWorld: CreateOwnWorld;
  /** Real time, in milliseconds since the epoch. */
  readonly now?: () => number;
  /** Runs a function repeatedly. Returns a function that stops it. */
  readonly every?: (run: () => void, pauseMs: number) => () => void;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const DEFAULT_IDLE_MS = 60 * MINUTE_MS;
/** A world that was used this recently is not dropped to make room. */
const IN_USE_MS = MINUTE_MS;
/** The limit of an isolated world's journal. */
const JOURNAL_LIMIT = 1_000;
/** Above this number of keys in a world the oldest deleted ones are forgotten. */
const MANY_KEYS = 10_000;

/** The worlds of a server: the shared one, and one for each key that was minted with `isolated`, opened on demand. */
export class Worlds {
  readonly shared: ServedWorld;
  /** The maximum number of isolated worlds. */
  readonly most: number;
  readonly #idleMs: number;
  readonly #createWorld: CreateOwnWorld;
  readonly #now: () => number;
  readonly #every: NonNullable<WorldsOptions['every']>;
  readonly #byId = new Map<string, IsolatedWorld>();
  readonly #byKey = new Map<string, IsolatedWorld>();
  readonly #gone = new DroppedWorlds();
  readonly #listeners = new Set<(world: DroppedWorld) => void>();
  readonly #openedAtMs: number;
  #sharedUsedAtMs: number;
  #opened = 0;
  #stopLooking: (() => void) | undefined;

  /** Throws what creating a world throws. */
  constructor(options: WorldsOptions) {
    const { createWorld, now = Date.now, every = everyUnref, most = 1_000, idleMs = DEFAULT_IDLE_MS } = options;
    this.most = most;
    this.#idleMs = idleMs;
    this.#createWorld = createWorld;
    this.#now = now;
    this.#every = every;
    const links = { explainUnknownKey: (key: string) => explainLostKey(key, this.#gone) };
    this.shared = serveWorld(SHARED, createWorld({}, links), now);
    this.#openedAtMs = now();
    this.#sharedUsedAtMs = this.#openedAtMs;
  }

  /** Returns the world of a request's key and counts that as use; the shared one for all other keys. */
  of({ headers }: Pick<PetstoreRequest, 'headers'>): ServedWorld {
    if (this.#byId.size === 0 || !mayHaveIsolatedKey(headers)) return this.shared;
    const isolated = this.#byKey.get(sentKey({ headers }) ?? '');
    if (isolated === undefined) return this.shared;
    isolated.usedAtMs = this.#now();
    return isolated.served;
  }

  /** Returns a world by its id and counts that as use; undefined where it does not exist. */
  get(id: string): ServedWorld | undefined {
    if (id === SHARED) {
      this.#sharedUsedAtMs = this.#now();
      return this.shared;
    }
    const isolated = this.#byId.get(id);
    if (isolated !== undefined) isolated.usedAtMs = this.#now();
    return isolated?.served;
  }

  /** Opens a world and mints its first key. Throws an InputError for an invalid plan or lifetime, and at the maximum. */
  open(terms: MintOptions): { readonly served: ServedWorld; readonly key: string } {
    this.#dropIdle();
    const toGo = this.#findReplaceable();
    const { isolated, key } = this.#create(`w${this.#opened + 1}`, terms);
    // Only now it is certain that the new world exists.
    if (toGo !== undefined) this.#drop(toGo, 'no-room');
    this.#opened += 1;
    this.#byId.set(isolated.served.id, isolated);
    this.#byKey.set(key, isolated);
    this.#lookForIdle();
    return { served: isolated.served, key };
  }

  /** Drops an isolated world and its keys. Throws an InputError for the shared world and for an unknown id. */
  delete(id: string): void {
    if (id === SHARED) throw sharedWorldError();
    const isolated = this.#byId.get(id);
    if (isolated === undefined) throw unknownWorldError(id, this.#gone.list);
    this.#drop(isolated, 'deleted');
  }

  /** Every world, the shared one first, then the oldest. */
  list(): readonly WorldEntry[] {
    const nowMs = this.#now();
    const shared = {
      served: this.shared,
      openedAtMs: this.#openedAtMs,
      usedAtMs: Math.max(this.#sharedUsedAtMs, this.shared.traffic.latestMs ?? 0),
    };
    return [
      worldEntry(shared, nowMs, Number.POSITIVE_INFINITY),
      ...[...this.#byId.values()].map((isolated) => worldEntry(isolated, nowMs, this.#idleMs)),
    ];
  }

  /** The worlds that were dropped last, newest first. */
  get dropped(): readonly DroppedWorld[] {
    return this.#gone.list;
  }

  /** Calls a listener for each world that is dropped. Returns a function that removes it. */
  onDrop(listener: (world: DroppedWorld) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#stopLooking?.();
    this.#stopLooking = undefined;
  }

  /** Creates a world for its first key, which outlives its resets, and for the keys that are minted in it later. */
  #create(id: string, terms: MintOptions): { readonly isolated: IsolatedWorld; readonly key: string } {
    const key = generateIsolatedKey();
    const keys = new Set([key]);
    const nextKey = () => {
      const next = generateIsolatedKey();
      if (keys.size >= MANY_KEYS) this.#forgetDeletedKey(isolated);
      keys.add(next);
      this.#byKey.set(next, isolated);
      return next;
    };
    const explainUnknownKey = () =>
      `The API key no longer exists in its world, ${id}: it was deleted, or minted before a reset. Mint another with POST /__admin/keys?world=${id}.`;
    const world = this.#createWorld(
      { keys: { [key]: { plan: 'free', ...terms } }, journalLimit: JOURNAL_LIMIT },
      { hasSampleKeys: false, nextKey, explainUnknownKey, journalBytes: () => journalShare(this.#byId.size) },
    );
    if (world.accounts.ofKey(key) === undefined) throw new Error('createWorld ignored the own options of a world.');
    const openedAtMs = this.#now();
    const isolated = { served: serveWorld(id, world, this.#now), openedAtMs, usedAtMs: openedAtMs, keys };
    return { isolated, key };
  }

  #forgetDeletedKey({ served, keys }: IsolatedWorld): void {
    for (const key of keys) {
      if (served.world.accounts.ofKey(key) !== undefined) continue;
      keys.delete(key);
      this.#byKey.delete(key);
      return;
    }
  }

  #drop({ served: { id }, keys }: IsolatedWorld, reason: DroppedWorld['reason']): void {
    this.#byId.delete(id);
    for (const key of keys) this.#byKey.delete(key);
    const dropped = { id, reason, at: new Date(this.#now()).toISOString() };
    this.#gone.add(dropped, keys);
    if (this.#byId.size === 0) this.close();
    for (const listener of [...this.#listeners]) listener(dropped);
  }

  #lookForIdle(): void {
    if (!Number.isFinite(this.#idleMs)) return;
    const pauseMs = Math.min(MINUTE_MS, Math.max(SECOND_MS, this.#idleMs / 4));
    this.#stopLooking ??= this.#every(() => this.#dropIdle(), pauseMs);
  }

  #dropIdle(): void {
    const idleSinceMs = this.#now() - this.#idleMs;
    for (const isolated of [...this.#byId.values()]) if (isolated.usedAtMs <= idleSinceMs) this.#drop(isolated, 'idle');
  }

  /** Returns the world that has to make room for another; undefined below the maximum. Throws an InputError where all are in use. */
  #findReplaceable(): IsolatedWorld | undefined {
    if (this.#byId.size < this.most) return undefined;
    let idlest: IsolatedWorld | undefined;
    for (const isolated of this.#byId.values()) {
      if (idlest === undefined || isolated.usedAtMs < idlest.usedAtMs) idlest = isolated;
    }
    if (idlest !== undefined && this.#now() - idlest.usedAtMs >= IN_USE_MS) return idlest;
    throw noRoomError(this.most, idlest?.served.id);
  }
}

/** Runs a function repeatedly, without keeping the process alive. Returns a function that stops it. */
export function everyUnref(run: () => void, pauseMs: number): () => void {
  const timer = setInterval(run, pauseMs).unref();
  return () => clearInterval(timer);
}

/** Describes a world that may be idle for `idleMs`; `Infinity`: forever. Times are real, in milliseconds since the epoch. */
function worldEntry(
  { served, openedAtMs, usedAtMs }: Omit<IsolatedWorld, 'keys'>,
  nowMs: number,
  idleMs: number,
): WorldEntry {
  const { id, isShared, world, traffic } = served;
  return {
    id,
    isShared,
    keys: world.accounts.knownKeys().length,
    pets: world.inventory.list().length,
    requests: traffic.total,
    ageSeconds: secondsSince(openedAtMs, nowMs),
    idleSeconds: secondsSince(usedAtMs, nowMs),
    droppedAfterSeconds: Number.isFinite(idleMs) ? idleMs / 1000 : null,
  };
}

/** Never negative: real time can be set back. */
function secondsSince(thenMs: number, nowMs: number): number {
  return Math.max(0, nowMs - thenMs) / 1000;
}

const MIB = 1024 * 1024;
/** For the journals of all isolated worlds together, idle ones aside. */
const BUDGET_BYTES = 256 * MIB;
const MOST_BYTES = 16 * MIB;

/** Returns the bytes of bodies that the journal of each isolated world may hold. */
export function journalShare(worlds: number): number {
  return Math.min(MOST_BYTES, Math.floor(BUDGET_BYTES / Math.max(1, worlds)));
}
