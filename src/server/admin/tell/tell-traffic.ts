import type { Traffic } from '../../../admin/schemas/requests.js';
import type { ServedWorld } from '../../worlds/served-world.js';

/** Tells the requests of each of the last seconds, in real time; on request only from one second on. */
export function tellTraffic({ traffic }: ServedWorld, from?: number): Traffic {
  return { seconds: [...traffic.seconds(from)] };
}
