import { type PetstoreRequest, sentKey } from '../../../mocks/neutral-http.js';
import type { SavedState } from '../../../mocks/state/saved-state.js';
import type { MintOptions } from '../../../mocks/steering/keys-control.js';
import type { WorldEntry } from '../../admin/schemas/world.js';
import { explainForeignKey, explainNoWorld, worldsNamedIn } from './chosen-world.js';
import {
  type DroppedEntry,
  type DroppedWorld,
  explainLostKey,
  noRoomError,
  sharedWorldError,
  tooManyWorldsError,
  unknownWorldError,
} from './dropped-worlds.js';
import { SHARED } from './request-source.js';
import { generateIsolatedKey, mayHaveIsolatedKey } from './secrets.js';
import { type CreateOwnWorld, type ServedWorld, serveWorld } from './served-world.js';

/** The number and lifetime of isolated worlds. */
export interface WorldBounds {
  /** Default 1,000; 0: none. */
  readonly most?: number | undefined;
  /** How long one may be idle, in real time; default an hour; `Infinity`: forever. */
  readonly idleMs?: number | undefined;
  /**
   * Whether `X-Petstore-World` and `baggage` choose the world of a request, whatever its key; default false. Isolated worlds then
   * have every key that the shared world starts with, each with its own quota there.
   */
  readonly byHeader?: boolean | undefined;
}

export interface WorldsOptions extends WorldBounds {
  readonly createWorld: CreateOwnWorld;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const DEFAULT_IDLE_MS = 60 * MINUTE_MS;
/** A world that was used this recently is not dropped to make room. */
const IN_USE_MS = MINUTE_MS;
/** Dropped worlds that are remembered. */
const MOST_DROPPED = 1_000;
/** The limit of an isolated world's journal. */
const JOURNAL_LIMIT = 1_000;

interface OpenWorld {
  readonly served: ServedWorld;
  readonly openedAtMs: number;
  /** Of its first key. */
  readonly terms: MintOptions;
  /** When an admin used it last. */
  adminAtMs: number;
  /** Every key that was minted in it: a restored snapshot may bring deleted ones back. */
  readonly keys: Set<string>;
}

/** The worlds of a server: the shared one, and one for each key that was minted with `isolated`, opened on demand. */
export class Worlds {
  readonly shared: ServedWorld;
  /** The maximum number of isolated worlds. */
  readonly most: number;
  readonly #idleMs: number;
  readonly #byHeader: boolean;
  readonly #createWorld: CreateOwnWorld;
  readonly #shared: OpenWorld;
  readonly #isolated = new Map<string, OpenWorld>();
  readonly #byKey = new Map<string, OpenWorld>();
  /** Newest first. */
  #dropped: readonly DroppedEntry[] = [];
  readonly #listeners: ((world: DroppedWorld) => void)[] = [];
  #changed = () => {};
  #opened = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Throws what creating a world throws. */
  constructor({ createWorld, most = 1_000, idleMs = DEFAULT_IDLE_MS, byHeader = false }: WorldsOptions) {
    this.most = most;
    this.#idleMs = idleMs;
    this.#byHeader = byHeader;
    this.#createWorld = createWorld;
    const explainUnknownKey = (key: string) =>
      this.#byKey.has(key) ? explainForeignKey(SHARED) : explainLostKey(key, this.#dropped);
    this.#shared = openWorld(serveWorld(SHARED, createWorld({}, { explainUnknownKey })), {}, []);
    this.shared = this.#shared.served;
  }

  /** Returns the world of a request's key; the shared one for all other keys. */
  of({ headers }: Pick<PetstoreRequest, 'headers'>): ServedWorld {
    if (this.#byKey.size === 0 || !mayHaveIsolatedKey(headers)) return this.shared;
    return this.#byKey.get(sentKey({ headers }) ?? '')?.served ?? this.shared;
  }

  /** Returns the world of a request: the one that its headers choose, else that of its key. There is none if they name a wrong one. */
  find(head: Pick<PetstoreRequest, 'headers'>): ServedWorld | { readonly problem: string } {
    return this.#chosenBy(head) ?? this.of(head);
  }

  #chosenBy({ headers }: Pick<PetstoreRequest, 'headers'>): ServedWorld | { readonly problem: string } | undefined {
    const names = this.#byHeader ? worldsNamedIn(headers) : undefined;
    if (names === undefined || names.size === 0) return undefined;
    const [id = ''] = names;
    const chosen = id === SHARED ? this.#shared : this.#isolated.get(id);
    if (chosen !== undefined && names.size === 1) return chosen.served;
    return { problem: explainNoWorld(names, this.dropped) };
  }

  /** Returns a world by its id and counts that as use; undefined where it does not exist. */
  get(id: string): ServedWorld | undefined {
    const world = id === SHARED ? this.#shared : this.#isolated.get(id);
    if (world !== undefined) world.adminAtMs = Date.now();
    return world?.served;
  }

  /** Opens a world and mints its first key. Throws an InputError for an invalid plan or lifetime, and at the maximum. */
  open(terms: MintOptions): { readonly served: ServedWorld; readonly key: string } {
    this.#dropIdle();
    const toGo = this.#findReplaceable();
    const key = generateIsolatedKey();
    const isolated = this.#create(`w${this.#opened + 1}`, terms, [key]);
    // Only now it is certain that the new world exists.
    if (toGo !== undefined) this.#drop(toGo, 'no-room');
    this.#opened += 1;
    this.#add(isolated);
    return { served: isolated.served, key };
  }

  /** Returns the state of the shared world; `worlds`: with those of all isolated ones, and their keys. */
  state({ journal, worlds }: { readonly journal: boolean; readonly worlds: boolean }): SavedState {
    const state = this.shared.world.state({ journal });
    if (!worlds) return state;
    const all = Array.from(this.#isolated.values(), ({ served: { id, world }, keys, terms }) => ({
      id,
      keys: [...keys],
      terms,
      state: world.state({ journal }),
    }));
    return { ...state, worlds: all, worldsOpened: this.#opened };
  }

  /** Continues from a checked state. Throws an InputError, and changes nothing, if it has more isolated worlds than are allowed. */
  restore({ worlds = [], worldsOpened = 0, ...state }: SavedState, attempted: string): void {
    if (worlds.length > this.most) throw tooManyWorldsError(attempted, worlds.length, this.most);
    this.shared.world.restore(state);
    for (const { id, keys, terms, state: own } of worlds) {
      const isolated = this.#create(id, terms, keys);
      isolated.served.world.restore(own);
      this.#add(isolated);
    }
    this.#opened = Math.max(worldsOpened, ...worlds.map(({ id }) => Number(id.slice(1))));
  }

  /** Calls a listener whenever the state may have changed. */
  onChange(listener: () => void): void {
    this.#changed = listener;
  }

  /** To be called after every request and every call that may have changed a world. */
  noteChange(): void {
    this.#changed();
  }

  /** Drops an isolated world and its keys. Throws an InputError for the shared world and for an unknown id. */
  delete(id: string): void {
    if (id === SHARED) throw sharedWorldError();
    const isolated = this.#isolated.get(id);
    if (isolated === undefined) throw unknownWorldError(id, this.dropped);
    this.#drop(isolated, 'deleted');
  }

  /** Every world, the shared one first, then the oldest. */
  all(): readonly ServedWorld[] {
    return [this.#shared, ...this.#isolated.values()].map(({ served }) => served);
  }

  /** Describes every world, in the same order. */
  list(): readonly WorldEntry[] {
    return [
      worldEntry(this.#shared, Number.POSITIVE_INFINITY),
      ...Array.from(this.#isolated.values(), (isolated) => worldEntry(isolated, this.#idleMs)),
    ];
  }

  /** The worlds that were dropped last, newest first. */
  get dropped(): readonly DroppedWorld[] {
    return this.#dropped.map(({ world }) => world);
  }

  /** Calls a listener for each world that is dropped. */
  onDrop(listener: (world: DroppedWorld) => void): void {
    this.#listeners.push(listener);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Creates a world for its keys, the first of which outlives its resets, and for those that are minted in it later. */
  #create(id: string, terms: MintOptions, keys: readonly string[]): OpenWorld {
    const [key = ''] = keys;
    const nextKey = () => {
      const next = generateIsolatedKey();
      isolated.keys.add(next);
      this.#byKey.set(next, isolated);
      return next;
    };
    const byHeader = this.#byHeader;
    const explainUnknownKey = () =>
      byHeader
        ? explainForeignKey(id)
        : `The API key no longer exists in its world, ${id}: it was deleted, or minted before a reset. Mint another with POST /__admin/keys?world=${id}.`;
    const world = this.#createWorld(
      { keys: { [key]: { plan: 'free', ...terms } }, journalLimit: JOURNAL_LIMIT },
      {
        hasSampleKeys: byHeader,
        isolatedKey: key,
        nextKey,
        explainUnknownKey,
        journalBytes: () => journalShare(this.#isolated.size),
      },
    );
    if (world.accounts.ofKey(key) === undefined) throw new Error('createWorld ignored the own options of a world.');
    const isolated = openWorld(serveWorld(id, world), terms, keys);
    return isolated;
  }

  #add(isolated: OpenWorld): void {
    this.#isolated.set(isolated.served.id, isolated);
    for (const key of isolated.keys) this.#byKey.set(key, isolated);
    this.#lookForIdle();
  }

  #drop({ served: { id }, keys }: OpenWorld, reason: DroppedWorld['reason']): void {
    this.#isolated.delete(id);
    for (const key of keys) this.#byKey.delete(key);
    const world = { id, reason, at: new Date().toISOString() };
    this.#dropped = [{ world, keys }, ...this.#dropped.slice(0, MOST_DROPPED - 1)];
    if (this.#isolated.size === 0) this.close();
    this.noteChange();
    for (const listener of this.#listeners) listener(world);
  }

  #lookForIdle(): void {
    if (!Number.isFinite(this.#idleMs)) return;
    const pauseMs = Math.min(MINUTE_MS, Math.max(SECOND_MS, this.#idleMs / 4));
    this.#timer ??= setInterval(() => this.#dropIdle(), pauseMs).unref();
  }

  #dropIdle(): void {
    const idleSinceMs = Date.now() - this.#idleMs;
    for (const isolated of [...this.#isolated.values()]) {
      if (usedAtMs(isolated) <= idleSinceMs) this.#drop(isolated, 'idle');
    }
  }

  /** Returns the world that has to make room for another; undefined below the maximum. Throws an InputError where all are in use. */
  #findReplaceable(): OpenWorld | undefined {
    if (this.#isolated.size < this.most) return undefined;
    const [idlest] = [...this.#isolated.values()].sort((one, other) => usedAtMs(one) - usedAtMs(other));
    if (idlest !== undefined && Date.now() - usedAtMs(idlest) >= IN_USE_MS) return idlest;
    throw noRoomError(this.most, idlest?.served.id);
  }
}

function openWorld(served: ServedWorld, terms: MintOptions, keys: readonly string[]): OpenWorld {
  const openedAtMs = Date.now();
  return { served, openedAtMs, adminAtMs: openedAtMs, terms, keys: new Set(keys) };
}

/** When a request or an admin used a world last. */
function usedAtMs({ adminAtMs, served: { traffic } }: OpenWorld): number {
  return Math.max(adminAtMs, traffic.latestMs ?? 0);
}

/** Describes a world that may be idle for `idleMs`; `Infinity`: forever. Times are real. */
function worldEntry(open: OpenWorld, idleMs: number): WorldEntry {
  const { id, isShared, world, traffic } = open.served;
  return {
    id,
    isShared,
    keys: world.accounts.knownKeys().length,
    pets: world.inventory.list().length,
    requests: traffic.total,
    ageSeconds: secondsSince(open.openedAtMs),
    idleSeconds: secondsSince(usedAtMs(open)),
    droppedAfterSeconds: Number.isFinite(idleMs) ? idleMs / 1000 : null,
  };
}

/** Never negative: real time can be set back. */
function secondsSince(thenMs: number): number {
  return Math.max(0, Date.now() - thenMs) / 1000;
}

const MIB = 1024 * 1024;
/** For the journals of all isolated worlds together, idle ones aside. */
const BUDGET_BYTES = 256 * MIB;
const MOST_BYTES = 16 * MIB;

/** Returns the bytes of bodies that the journal of each isolated world may hold. */
export function journalShare(worlds: number): number {
  return Math.min(MOST_BYTES, Math.floor(BUDGET_BYTES / Math.max(1, worlds)));
}
