import { noSuchPet } from '../../../mocks/operations/get-pet.js';
import type { FakeOperation } from '../../../mocks/operations/operation.js';

/** How the fake would carry it out: `mocks/operations/remove-pet.ts`. */
export const removePet: FakeOperation = {
  carryOut({ world: { inventory }, pathId }) {
    if (inventory.get(pathId) === undefined) return noSuchPet(pathId);
    inventory.restore(inventory.snapshot().filter(({ petId }) => petId !== pathId));
    return { kind: 'success', status: 204, body: undefined };
  },
};
