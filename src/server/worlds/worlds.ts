import { type PetstoreRequest, sentKey } from '../../../mocks/neutral-http.js';
import type { MintOptions } from '../../../mocks/steering/keys-control.js';
import type { WorldEntry } from '../../admin/schemas/world.js';
import {
  createDroppedWorlds,
  type DroppedWorld,
  explainLostKey,
  noRoomError,
  sharedWorldError,
  unknownWorldError,
} from './dropped-worlds.js';
import { generateIsolatedKey, mayHaveIsolatedKey } from './secrets.js';
import {
  type CreateOwnWorld,
  createIsolatedWorld,
  type IsolatedWorld,
  type ServedWorld,
  SHARED,
  serveWorld,
} from './served-world.js';

/** The worlds of a server: one that all share, and one for each key that was minted with `isolated`. */
export interface Worlds {
  readonly shared: ServedWorld;
  /** How many isolated worlds there may be at once. */
  readonly most: number;
  /** Returns the world that a request's key leads to, and counts that as use; the shared one for every key that leads nowhere else. */
  of(request: Pick<PetstoreRequest, 'headers'>): ServedWorld;
  /** Returns a world that is wanted by an admin, and counts that as use; undefined where there is none of that id. */
  get(id: string): ServedWorld | undefined;
  /** Opens a world and gives out its first key. Throws an InputError for a plan or lifetime that cannot be, and where there is no room. */
  open(options: MintOptions): { readonly served: ServedWorld; readonly key: string };
  /** Drops an isolated world and its keys. Throws an InputError for the shared one, and one that there is not. */
  delete(id: string): void;
  /** Every world, the shared one first, then the oldest. */
  list(): readonly WorldEntry[];
  /** The last ones that are gone, newest first. */
  readonly dropped: readonly DroppedWorld[];
  /** Calls a listener for each world that is dropped; returns how to stop that. */
  onDrop(listener: (world: DroppedWorld) => void): () => void;
  /** Stops looking for idle worlds. */
  close(): void;
}

/** How many isolated worlds there may be, and for how long. */
export interface WorldBounds {
  /** Default 1,000; 0: none. */
  readonly most?: number | undefined;
  /** How long one may be idle, in real time; default an hour, `Infinity`: for ever. */
  readonly idleMs?: number | undefined;
}

export interface WorldsOptions extends WorldBounds {
  readonly createWorld: CreateOwnWorld;
  /** Real time, in milliseconds since the epoch. */
  readonly now?: () => number;
  /** Runs something again and again, and answers how to stop that. */
  readonly every?: (run: () => void, pauseMs: number) => () => void;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
export const DEFAULT_IDLE_MS = 60 * MINUTE_MS;
/** A world that was used so lately is in use: it does not make room for another. */
const IN_USE_MS = MINUTE_MS;

/** Creates the shared world; the others are opened as they are asked for. Throws what making a world throws. */
export function createWorlds(options: WorldsOptions): Worlds {
  const { createWorld, now = () => Date.now(), every = everyUnref, most = 1_000, idleMs = DEFAULT_IDLE_MS } = options;
  const byId = new Map<string, IsolatedWorld>();
  const byKey = new Map<string, IsolatedWorld>();
  const gone = createDroppedWorlds();
  const listeners = new Set<(world: DroppedWorld) => void>();
  const links = { explainUnknownKey: (key: string) => explainLostKey(key, gone, idleMs) };
  const shared = serveWorld(SHARED, createWorld({}, links), now);
  const journalBytes = () => journalShare(byId.size);
  const beganAtMs = now();
  let wantedSharedAtMs = beganAtMs;
  let opened = 0;
  let stopLooking: (() => void) | undefined;

  const close = () => {
    stopLooking?.();
    stopLooking = undefined;
  };
  const drop = ({ served: { id }, keys }: IsolatedWorld, why: DroppedWorld['why']) => {
    byId.delete(id);
    for (const key of keys) byKey.delete(key);
    const dropped = { id, why, at: new Date(now()).toISOString() };
    gone.add(dropped, keys);
    if (byId.size === 0) close();
    for (const listener of [...listeners]) listener(dropped);
  };
  const dropIdle = () => {
    const longAgoMs = now() - idleMs;
    for (const isolated of [...byId.values()]) if (isolated.usedAtMs <= longAgoMs) drop(isolated, 'idle');
  };
  /** Returns the world that has to go for another one; undefined where there is room. */
  const findOneToGo = () => {
    if (byId.size < most) return undefined;
    let idlest: IsolatedWorld | undefined;
    for (const isolated of byId.values()) {
      if (idlest === undefined || isolated.usedAtMs < idlest.usedAtMs) idlest = isolated;
    }
    if (idlest !== undefined && now() - idlest.usedAtMs >= IN_USE_MS) return idlest;
    throw noRoomError(most, idlest?.served.id);
  };

  return {
    shared,
    most,
    of({ headers }) {
      if (byId.size === 0 || !mayHaveIsolatedKey(headers)) return shared;
      const isolated = byKey.get(sentKey({ headers }) ?? '');
      if (isolated === undefined) return shared;
      isolated.usedAtMs = now();
      return isolated.served;
    },
    get(id) {
      if (id === SHARED) {
        wantedSharedAtMs = now();
        return shared;
      }
      const isolated = byId.get(id);
      if (isolated !== undefined) isolated.usedAtMs = now();
      return isolated?.served;
    },
    open(terms) {
      dropIdle();
      const toGo = findOneToGo();
      const key = generateIsolatedKey();
      const isolated = createIsolatedWorld({ id: `w${opened + 1}`, key, terms, createWorld, byKey, journalBytes, now });
      // Only now is it sure that there will be another one.
      if (toGo !== undefined) drop(toGo, 'no-room');
      opened += 1;
      byId.set(isolated.served.id, isolated);
      byKey.set(key, isolated);
      if (Number.isFinite(idleMs))
        stopLooking ??= every(dropIdle, Math.min(MINUTE_MS, Math.max(SECOND_MS, idleMs / 4)));
      return { served: isolated.served, key };
    },
    delete(id) {
      if (id === SHARED) throw sharedWorldError();
      const isolated = byId.get(id);
      if (isolated === undefined) throw unknownWorldError(id, gone.list, idleMs);
      drop(isolated, 'deleted');
    },
    list() {
      const nowMs = now();
      const usedAtMs = Math.max(wantedSharedAtMs, shared.traffic.latestMs ?? 0);
      return [
        worldEntry(shared, { openedAtMs: beganAtMs, usedAtMs }, nowMs, Number.POSITIVE_INFINITY),
        ...[...byId.values()].map((isolated) => worldEntry(isolated.served, isolated, nowMs, idleMs)),
      ];
    },
    get dropped() {
      return gone.list;
    },
    onDrop(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close,
  };
}

function everyUnref(run: () => void, pauseMs: number): () => void {
  const timer = setInterval(run, pauseMs).unref();
  return () => clearInterval(timer);
}

/** When something happened to a world, in milliseconds since the epoch, in real time. */
interface WorldTimes {
  readonly openedAtMs: number;
  readonly usedAtMs: number;
}

/** Tells of a world in one line. It may be idle for `idleMs`; `Infinity`: for ever. */
function worldEntry(served: ServedWorld, times: WorldTimes, nowMs: number, idleMs: number): WorldEntry {
  const { id, isShared, world, traffic } = served;
  return {
    id,
    isShared,
    keys: world.accounts.knownKeys().length,
    pets: world.inventory.list().length,
    requests: traffic.total,
    ageSeconds: secondsSince(times.openedAtMs, nowMs),
    idleSeconds: secondsSince(times.usedAtMs, nowMs),
    droppedAfterSeconds: Number.isFinite(idleMs) ? idleMs / 1000 : null,
  };
}

/** Real time can be put back; nothing is younger than now. */
function secondsSince(thenMs: number, nowMs: number): number {
  return Math.max(0, nowMs - thenMs) / 1000;
}

const MIB = 1024 * 1024;
/** What the journals of all isolated worlds may hold together, give or take those that are idle. */
const BUDGET_BYTES = 256 * MIB;
const MOST_BYTES = 16 * MIB;

/** Returns how many bytes of bodies the journal of one isolated world may hold, where there are so many of them. */
export function journalShare(worlds: number): number {
  return Math.min(MOST_BYTES, Math.floor(BUDGET_BYTES / Math.max(1, worlds)));
}
