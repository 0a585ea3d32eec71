import { createHash } from 'node:crypto';
import { createSteering, type Steering } from '../../../mocks/steering/steering.js';
import type { World } from '../../../mocks/world.js';
import type { WorldLinks, WorldOptions } from '../../../mocks/world-options.js';
import { NamedSnapshots } from './named-snapshots.js';
import { type RequestSource, SHARED } from './request-source.js';
import { TrafficMeter } from './traffic-meter.js';

/** A world on the server: the shared one or an isolated one. */
export interface ServedWorld extends RequestSource {
  readonly isShared: boolean;
  readonly world: World;
  readonly steering: Steering;
  readonly snapshots: NamedSnapshots;
}

/** Adds what the server has for each world. */
export function serveWorld(id: string, world: World, nowMs?: () => number): ServedWorld {
  const steering = createSteering(world);
  const { snapshot } = steering;
  const snapshots = new NamedSnapshots({ snapshot, restore: (state) => world.restore(state) });
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

/** Returns a text that is equal for equal states of a world, whenever and wherever it was served. */
export function digestOf({ world, snapshots }: ServedWorld): string {
  const { takenAtMs: _, ...state } = world.state();
  const facts = { ...state, requests: world.journal.latest, snapshots: snapshots.list() };
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}
