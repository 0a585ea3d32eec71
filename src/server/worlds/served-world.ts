import type { Steering } from '../../../mocks/steering/steering.js';
import type { World } from '../../../mocks/world.js';
import type { NamedSnapshots } from './named-snapshots.js';
import type { TrafficMeter } from './traffic-meter.js';

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
