import { exactInteger, integerOf, type LosslessNumber } from '../../src/json/exact-number.js';
import { itemText } from '../stock/model.js';
import { noSuchPet } from './get-pet.js';
import { errorResponse, type FakeOperation } from './operation.js';

/** §4.2: sets the quantity of one pet; its status stays (§3). */
export const updateInventory: FakeOperation = {
  /** Rejects a quantity outside its bounds (open question `quantity-range`). */
  checkBody({ world, body: { quantity }, assumed }) {
    assumed.add('quantity-range');
    const exact = typeof quantity === 'number' && Number.isSafeInteger(quantity) ? quantity : integerOf(quantity);
    const { minimum, maximum } = world.behaviour['quantity-range'];
    if (exact !== undefined && exact >= minimum && exact <= maximum) return undefined;
    const message = `quantity must be from ${minimum} to ${maximum}.`;
    return errorResponse('invalid_request', message, { situation: 'field-out-of-range' });
  },
  rejectUnknown({ world, pathId }) {
    return world.inventory.get(pathId) === undefined ? noSuchPet(pathId) : undefined;
  },
  carryOut({ world, pathId, body, extraFields }) {
    const quantity = Number(exactInteger(body.quantity as number | LosslessNumber));
    const record = world.inventory.setQuantity(pathId, quantity);
    if (record === undefined) return noSuchPet(pathId);
    return { kind: 'success', status: 200, body: itemText(record, extraFields) };
  },
};
