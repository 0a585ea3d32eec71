import type { MintOptions } from '../../../mocks/steering/keys-control.js';
import { createSteering, type Steering } from '../../../mocks/steering/steering.js';
import type { World } from '../../../mocks/world.js';
import type { WorldLinks, WorldOptions } from '../../../mocks/world-options.js';
import type { WorldEntry } from '../../admin/schemas/world.js';
import { type NamedSnapshots, nameSnapshots } from './named-snapshots.js';
import { type RequestSource, SHARED, TrafficMeter } from './request-source.js';

export interface ServedWorld extends RequestSource {
  readonly isShared: boolean;
  readonly world: World;
  readonly steering: Steering;
  readonly snapshots: NamedSnapshots;
}

export function serveWorld(id: string, world: World, nowMs?: () => number): ServedWorld {
  const steering = createSteering(world);
  const { snapshot } = steering;
  const snapshots = nameSnapshots({ snapshot, restore: (state) => world.restore(state) });
  return {
    id,
    isShared: id === SHARED,
    world,
    log: world.journal,
    clock: world.clock,
    onBug: world.onBug,
    steering,
    snapshots,
    traffic: new TrafficMeter(nowMs),
  };
}

/** The options that differ between the worlds of a server. */
export type OwnOptions = Pick<WorldOptions, 'keys' | 'journalLimit'>;

/** Creates a world with the server's options, overridden by `own`, and connected to the server by `links`. */
export type CreateOwnWorld = (own: OwnOptions, links: WorldLinks) => World;

export interface Opening {
  readonly id: string;
  /** Its first key, which outlives its resets. */
  readonly key: string;
  readonly terms: MintOptions;
  readonly openedAtMs: number;
}

export interface OpenWorld extends Opening {
  /** Undefined while only other servers serve it. */
  served: ServedWorld | undefined;
  adminAtMs: number;
}

export function usedAtMs({ adminAtMs, served }: OpenWorld): number {
  return Math.max(adminAtMs, served?.traffic.latestMs ?? 0);
}

/** Describes a world that may be idle for `idleMs`; `Infinity`: forever. Times are real. What only other servers know is null. */
export function describeWorld(open: OpenWorld, nowMs: number, idleMs: number): WorldEntry {
  const { id, served, openedAtMs } = open;
  // Never negative: real time can be set back.
  const secondsSince = (thenMs: number) => Math.max(0, nowMs - thenMs) / 1000;
  return {
    id,
    isShared: id === SHARED,
    keys: served?.world.accounts.knownKeys().length ?? null,
    pets: served?.world.inventory.list().length ?? null,
    requests: served?.traffic.total ?? null,
    ageSeconds: secondsSince(openedAtMs),
    idleSeconds: served === undefined ? null : secondsSince(usedAtMs(open)),
    droppedAfterSeconds: Number.isFinite(idleMs) ? idleMs / 1000 : null,
  };
}

export const JOURNAL_LIMIT = 1_000;

const MIB = 1024 * 1024;
/** For the journals of all isolated worlds together, idle ones aside. */
const BUDGET_BYTES = 256 * MIB;
const BUDGET_EXCHANGES = 100_000;
const MOST_BYTES = 16 * MIB;

/** Returns how many exchanges the journal of each isolated world may hold, and how many bytes of requests and responses. */
export function journalShare(worlds: number): { readonly exchanges: number; readonly bytes: number } {
  const share = (budget: number) => Math.floor(budget / Math.max(1, worlds));
  return {
    exchanges: Math.min(JOURNAL_LIMIT, share(BUDGET_EXCHANGES)),
    bytes: Math.min(MOST_BYTES, share(BUDGET_BYTES)),
  };
}
