import type { MintOptions } from '../../../mocks/steering/keys-control.js';
import { createSteering, type Steering } from '../../../mocks/steering/steering.js';
import type { World } from '../../../mocks/world.js';
import type { WorldLinks, WorldOptions } from '../../../mocks/world-options.js';
import { NamedSnapshots } from './named-snapshots.js';
import { type RequestSource, SHARED } from './request-source.js';
import { generateIsolatedKey } from './secrets.js';
import { TrafficMeter } from './traffic-meter.js';

/** A world on the server: the shared one or an isolated one. */
export interface ServedWorld extends RequestSource {
  readonly isShared: boolean;
  readonly world: World;
  readonly steering: Steering;
  readonly snapshots: NamedSnapshots;
}

/** Adds what the server has for each world. `now` returns real time, in milliseconds since the epoch. */
export function serveWorld(id: string, world: World, now: () => number): ServedWorld {
  const steering = createSteering(world);
  return {
    id,
    isShared: id === SHARED,
    world,
    log: world.journal,
    clock: world.clock,
    onBug: world.onBug,
    steering,
    snapshots: new NamedSnapshots(steering),
    traffic: new TrafficMeter(now),
  };
}

/** The options that differ between the worlds of a server. */
export type OwnOptions = Pick<WorldOptions, 'keys' | 'journalLimit'>;

/** Creates a world with the server's options, overridden by `own`, and connected to the server by `links`. */
export type CreateOwnWorld = (own: OwnOptions, links: WorldLinks) => World;

export interface IsolatedWorld {
  readonly served: ServedWorld;
  readonly openedAtMs: number;
  usedAtMs: number;
  /** Every key that was minted in it: a restored snapshot may bring deleted ones back. */
  readonly keys: Set<string>;
}

export interface IsolatedWorldOptions {
  readonly id: string;
  /** Its first key, which outlives its resets. */
  readonly key: string;
  readonly terms: MintOptions;
  readonly createWorld: CreateOwnWorld;
  /** Maps keys to worlds; keys that are minted later are added. */
  readonly byKey: Map<string, IsolatedWorld>;
  /** Returns the bytes of bodies that its journal may hold at this moment. */
  readonly journalBytes: () => number;
  readonly now: () => number;
}

const JOURNAL_LIMIT = 1_000;
/** Above this number the oldest deleted keys are dropped. */
const MANY_KEYS = 10_000;

/** Creates a world for the keys that are minted in it. Throws an InputError for an invalid plan or lifetime. */
export function createIsolatedWorld(options: IsolatedWorldOptions): IsolatedWorld {
  const { id, key, terms, createWorld, byKey, journalBytes, now } = options;
  const keys = new Set([key]);
  const nextKey = () => {
    const next = generateIsolatedKey();
    if (keys.size >= MANY_KEYS) forgetOneKey(isolated, byKey);
    keys.add(next);
    byKey.set(next, isolated);
    return next;
  };
  const explainUnknownKey = () =>
    `The API key no longer exists in its world, ${id}: it was deleted, or minted before a reset. Mint another with POST /__admin/keys?world=${id}.`;
  const world = createWorld(
    { keys: { [key]: { plan: 'free', ...terms } }, journalLimit: JOURNAL_LIMIT },
    { hasSampleKeys: false, nextKey, explainUnknownKey, journalBytes },
  );
  if (world.accounts.ofKey(key) === undefined) throw new Error('createWorld ignored the own options of a world.');
  const isolated = { served: serveWorld(id, world, now), openedAtMs: now(), usedAtMs: now(), keys };
  return isolated;
}

function forgetOneKey({ served, keys }: IsolatedWorld, byKey: Map<string, IsolatedWorld>): void {
  for (const key of keys) {
    if (served.world.accounts.ofKey(key) !== undefined) continue;
    keys.delete(key);
    byKey.delete(key);
    return;
  }
}
