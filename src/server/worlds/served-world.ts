import type { MintOptions } from '../../../mocks/steering/keys-control.js';
import { createSteering, type Steering } from '../../../mocks/steering/steering.js';
import type { World } from '../../../mocks/world.js';
import type { WorldLinks } from '../../../mocks/world-links.js';
import type { WorldOptions } from '../../../mocks/world-options.js';
import type { LoggedRequests } from '../../exchange/request-log.js';
import { createNamedSnapshots, type NamedSnapshots } from './named-snapshots.js';
import { generateIsolatedKey } from './secrets.js';
import { createTrafficMeter, type TrafficMeter } from './traffic-meter.js';

/** A world that the server serves: the shared one, or one of a key of its own. */
export interface ServedWorld {
  /** `shared`, or `w1`, `w2` and so on. */
  readonly id: string;
  readonly isShared: boolean;
  readonly world: World;
  /** The requests that the control room shows. */
  readonly log: LoggedRequests;
  readonly steering: Steering;
  readonly snapshots: NamedSnapshots;
  readonly traffic: TrafficMeter;
}

/** The world that all keys lead to that lead nowhere else. */
export const SHARED = 'shared';

/** Gives a world what a server has of each. `now` answers real time, in milliseconds since the epoch. */
export function serveWorld(
  id: string,
  world: World,
  now: () => number,
  log: LoggedRequests = world.journal,
): ServedWorld {
  const steering = createSteering(world);
  return {
    id,
    isShared: id === SHARED,
    world,
    log,
    steering,
    snapshots: createNamedSnapshots(steering),
    traffic: createTrafficMeter(now),
  };
}

/** What one world of a server has of its own; all else is as the server was told at its start. */
export type OwnOptions = Pick<WorldOptions, 'keys' | 'journalLimit'>;

/** Creates a world with the options that a server was told, `own` in their place where it says something, and linked to the others by `links`. */
export type CreateOwnWorld = (own: OwnOptions, links: WorldLinks) => World;

export interface IsolatedWorld {
  readonly served: ServedWorld;
  readonly openedAtMs: number;
  usedAtMs: number;
  /** Every key that was minted in it: a snapshot that is restored may bring back one that it has forgotten. */
  readonly keys: Set<string>;
}

export interface IsolatedWorldOptions {
  readonly id: string;
  /** Its first key, which outlives its resets. */
  readonly key: string;
  readonly terms: MintOptions;
  readonly createWorld: CreateOwnWorld;
  /** Where each key is noted that is minted in it later on. */
  readonly byKey: Map<string, IsolatedWorld>;
  /** How many bytes of bodies its journal may hold, asked again and again. */
  readonly journalBytes: () => number;
  readonly now: () => number;
}

const JOURNAL_LIMIT = 1_000;
/** Keys beyond which the oldest go that the world has forgotten. */
const MANY_KEYS = 10_000;

/** Creates a world that only keys lead to that were minted in it. Throws an InputError for a plan or a lifetime that cannot be. */
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
  if (world.accounts.ofKey(key) === undefined) throw new Error('createWorld left out what a world has of its own.');
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
