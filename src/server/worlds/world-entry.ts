import type { WorldEntry } from '../../admin/schemas/world.js';
import type { ServedWorld } from './served-world.js';

/** When something happened to a world, in milliseconds since the epoch, in real time. */
export interface WorldTimes {
  readonly openedAtMs: number;
  readonly usedAtMs: number;
}

/** Tells of a world in one line. It may be idle for `idleMs`; `Infinity`: for ever. */
export function worldEntry(served: ServedWorld, times: WorldTimes, nowMs: number, idleMs: number): WorldEntry {
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
