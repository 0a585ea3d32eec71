import { petstore } from '../../src/service/petstore.js';
import type { Service } from '../../src/service/service.js';
import { getPetProbes } from './get-pet.js';
import { keyProbes } from './keys.js';
import { listInventoryProbes } from './list-inventory.js';
import { listOrdersProbes } from './list-orders.js';
import { type OperationProbes, type Probe, probe, type Restoring } from './probe.js';
import { sendMessageProbes } from './send-message.js';
import { updateInventoryProbes } from './update-inventory.js';

export interface Suite {
  readonly service: Service;
  readonly probes: readonly Probe[];
  readonly restoring: Restoring;
}

/** What the suite sends of each operation. A new operation is a line here. */
export const probesByOperation: Readonly<Record<string, OperationProbes>> = {
  listInventory: listInventoryProbes,
  updateInventory: updateInventoryProbes,
  sendMessage: sendMessageProbes,
  getPet: getPetProbes,
  listOrders: listOrdersProbes,
};

const ofNoOperation: readonly Probe[] = [
  probe('read', 63, 'unknown-path', 'GET /no-such-path', 'the response to an unknown path', {
    expects: 404,
    observes: true,
  }),
];

/** Returns the suite of a service: the probes of its operations, and those without a good key. Throws if none restores what a run writes. */
export function suiteOf(service: Service, byOperation: Readonly<Record<string, OperationProbes>>): Suite {
  const probes = [
    ...Object.values(byOperation).flatMap((each) => each.probes),
    ...keyProbes(service, byOperation),
    ...ofNoOperation,
  ];
  const restoring = Object.values(byOperation).find((each) => each.restoring)?.restoring;
  if (restoring === undefined) throw new Error('No operation of the suite restores what a run writes.');
  return { service, probes: probes.sort((one, other) => one.turn - other.turn), restoring };
}

export const petstoreSuite: Suite = suiteOf(petstore, probesByOperation);
