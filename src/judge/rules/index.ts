import { petstore } from '../../service/petstore.js';
import { defineJudge } from './define-judge.js';
import { getPet } from './get-pet.js';
import { listInventory } from './list-inventory.js';
import { listOrders } from './list-orders.js';
import { sendMessage } from './send-message.js';
import { updateInventory } from './update-inventory.js';

/** The Petstore Inventory Service as it is judged. A new operation is a line here. */
export const petstoreJudge = defineJudge(petstore, {
  listInventory,
  updateInventory,
  sendMessage,
  getPet,
  listOrders,
});

/** The catalogue, in the order of reports. */
export const { rules } = petstoreJudge;
