import type { StockChange } from '../../../admin/schemas/stock.js';
import { InputError } from '../../../validation/input-error.js';
import type { AdminRoutes } from '../admin-route.js';
import { tellStock, tellStockEntry } from '../tell/tell-stock.js';
import { asText, listPart } from './list-part.js';
import { plainBody } from './plain-body.js';

export const stockRoutes = {
  listStock: (call) => tellStock(call.served, { ...listPart(call), search: asText(call.query.search) }),
  setStock(call) {
    const { steering, world } = call.served;
    const change = plainBody<StockChange>(call);
    const petId = canonicalId(call.path.petId);
    const isNew = world.inventory.get(petId) === undefined;
    if (isNew && (change.quantity === undefined || change.status === undefined)) throw notInStock();
    steering.inventory.set(petId, change);
    const record = world.inventory.get(petId);
    return record === undefined ? {} : tellStockEntry(record);
  },
} satisfies Partial<AdminRoutes>;

/** `007` is the pet 7. */
function canonicalId(digits = ''): string {
  return String(BigInt(digits));
}

function notInStock(): InputError {
  const problem = 'this pet is not in stock, and to be added it needs quantity and status';
  return new InputError('Setting the stock', problem, 'Give both.');
}
