import type { World } from '../world.js';

declare const brand: unique symbol;

/** All of a fake as it was at one moment. */
export interface Snapshot {
  readonly [brand]: true;
}

export interface Snapshots {
  snapshot(): Snapshot;
  restore(snapshot: Snapshot): void;
}

export function createSnapshots(_world: World): Snapshots {
  return {
    snapshot: () => ({}) as Snapshot,
    restore() {},
  };
}
