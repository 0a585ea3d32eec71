import type { LosslessNumber } from 'lossless-json';
import { exactInteger } from '../../src/json/exact-number.js';
import type { Call, Outcome } from '../call.js';
import { itemText } from '../list-body.js';
import { refuse } from '../outcomes/refusal.js';

/** §4.2: sets the quantity of one pet; its status stays (§3). */
export function updateInventory({ world, petId, body }: Call): Outcome {
  const quantity = Number(exactInteger(body.quantity as number | LosslessNumber));
  const record = world.inventory.setQuantity(petId, quantity);
  if (record === undefined)
    return refuse('not_found', `There is no pet with the id ${petId}.`, { situation: 'pet-unknown' });
  return { kind: 'success', status: 200, body: itemText(record, world.imitation?.nextFields('updateInventory', 200)) };
}
