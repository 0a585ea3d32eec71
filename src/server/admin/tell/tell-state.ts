import type { WorldState } from '../../../admin/schemas/world.js';
import { defaultBehaviour } from '../../../spec/behaviour.js';
import { questionIds } from '../../../spec/open-questions.js';
import type { ServedWorld } from '../../worlds/served-world.js';
import { tellClock } from './tell-clock.js';

/** Tells what there is in a world, at a glance. */
export function tellState(served: ServedWorld): WorldState {
  const { id, world, steering, snapshots } = served;
  const { latest, kept, dropped } = world.journal;
  return {
    world: id,
    baseUrl: world.addresses.base.url,
    clock: tellClock(served),
    pets: world.inventory.list().length,
    keys: world.accounts.knownKeys().length,
    faults: steering.faults.list().length,
    snapshots: snapshots.list().length,
    requests: { latest, kept, forgotten: dropped },
    behaviour: answersOfItsOwn(served),
  };
}

/** Tells the same of a proxy: requests pass through it, and all else is none of its business. */
export function tellPassing(served: ServedWorld): WorldState {
  return { ...tellState(served), pets: 0, keys: 0, faults: 0, snapshots: 0, behaviour: {} };
}

function answersOfItsOwn({ world: { behaviour } }: ServedWorld): Record<string, unknown> {
  const isOwn = (id: (typeof questionIds)[number]) =>
    JSON.stringify(behaviour[id]) !== JSON.stringify(defaultBehaviour[id]);
  return Object.fromEntries(questionIds.filter(isOwn).map((id) => [id, behaviour[id]]));
}
