import type { SnapshotList, SnapshotState } from '../../../admin/schemas/world.js';
import type { NamedSnapshot } from '../../worlds/named-snapshots.js';
import type { ServedWorld } from '../../worlds/served-world.js';

/** Tells the snapshots in the order in which they were taken. */
export function tellSnapshots({ snapshots }: ServedWorld): SnapshotList {
  return { items: snapshots.list().map(tellSnapshot) };
}

export function tellSnapshot({ name, takenAtMs }: NamedSnapshot): SnapshotState {
  return { name, takenAt: new Date(takenAtMs).toISOString() };
}
