import { petstore } from '../../src/service/petstore.js';
import { getPet } from './get-pet.js';
import { listInventory } from './list-inventory.js';
import { listOrders } from './list-orders.js';
import type { FakeService } from './operation.js';
import { sendMessage } from './send-message.js';
import { updateInventory } from './update-inventory.js';

/** How the fake carries out the operations of the document. A new one is a line here. */
export const petstoreFake: FakeService = {
  service: petstore,
  operations: { listInventory, updateInventory, sendMessage, getPet, listOrders },
};
