import { InputError } from '../../src/validation/input-error.js';
import { refusePromise } from '../../src/validation/refuse-promise.js';
import type { World } from '../world.js';

declare const brand: unique symbol;

/** All of a fake as it was at one moment. Nothing of it can be read or changed but when it was taken. */
export interface Snapshot {
  readonly [brand]: true;
  /** In milliseconds since the epoch, by the fake's clock. */
  readonly takenAtMs: number;
}

export interface Snapshots {
  snapshot(): Snapshot;
  restore(snapshot: Snapshot): void;
}

export function createSnapshots(world: World): Snapshots {
  // What a snapshot holds goes when nobody holds the snapshot any more.
  const restorers = new WeakMap<Snapshot, () => void>();
  return {
    snapshot() {
      const snapshot = Object.freeze({ takenAtMs: world.clock.now() }) as Snapshot;
      restorers.set(snapshot, world.save());
      return snapshot;
    },
    restore(snapshot) {
      const attempted = 'Restoring a snapshot';
      refusePromise(attempted, 'the snapshot', snapshot);
      const restore = restorers.get(snapshot);
      if (restore === undefined) {
        throw new InputError(
          attempted,
          'it is none of this fake',
          'Restore what snapshot() of the same fake answered.',
        );
      }
      restore();
    },
  };
}
