import type { FaultState as StandingFault } from '../../../../mocks/faults/fault.js';
import type { FaultList, FaultState } from '../../../admin/schemas/faults.js';
import type { ServedWorld } from '../../worlds/served-world.js';

/** Tells the faults that are still to meet something, in the order in which a request would meet them. */
export function tellFaults({ steering: { faults } }: ServedWorld): FaultList {
  return { items: faults.list().map(tellFault) };
}

export function tellFault({ id, target, fault, key, probability, seed, left, met }: StandingFault): FaultState {
  return { id, operation: target, ...fault, probability, seed, key: key ?? null, left: left ?? null, met };
}
