import { createSteering, type Steering } from '../../../mocks/steering/steering.js';
import type { World } from '../../../mocks/world.js';
import { createNamedSnapshots, type NamedSnapshots } from './named-snapshots.js';
import { createTrafficMeter, type TrafficMeter } from './traffic-meter.js';

/** A world that the server serves: the shared one, or one of a key of its own. */
export interface ServedWorld {
  /** `shared`, or `w1`, `w2` and so on. */
  readonly id: string;
  readonly isShared: boolean;
  readonly world: World;
  readonly steering: Steering;
  readonly snapshots: NamedSnapshots;
  readonly traffic: TrafficMeter;
}

/** The world that all keys lead to that lead nowhere else. */
export const SHARED = 'shared';

/** Gives a world what a server has of each. `now` answers real time, in milliseconds since the epoch. */
export function serveWorld(id: string, world: World, now: () => number): ServedWorld {
  const steering = createSteering(world);
  return {
    id,
    isShared: id === SHARED,
    world,
    steering,
    snapshots: createNamedSnapshots(steering),
    traffic: createTrafficMeter(now),
  };
}
