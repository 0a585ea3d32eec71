import type { OperationId } from '../../src/spec/operations.js';
import type { Call, Outcome } from '../call.js';
import { getPet } from './get-pet.js';
import { listInventory } from './list-inventory.js';
import { listOrders } from './list-orders.js';
import { sendMessage } from './send-message.js';
import { updateInventory } from './update-inventory.js';

const implementations: Readonly<Record<OperationId, (call: Call) => Outcome>> = {
  listInventory,
  updateInventory,
  sendMessage,
  getPet,
  listOrders,
};

/** Carries out the operation that the stages have found and checked. */
export function operate(call: Call): Outcome {
  const { operation } = call.route;
  if (operation === undefined) throw new Error('A call without an operation reached operate().');
  return implementations[operation.id](call);
}
