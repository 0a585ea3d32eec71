import { type JsonValue, writeJson } from '../../src/json/json.js';
import { inEnvelope } from './get-pet.js';
import type { FakeOperation } from './operation.js';

/** §4.4: the orders. Their fields and their envelope are the open question `order-shape`. */
export const listOrders: FakeOperation = {
  carryOut({ world, assumed }) {
    assumed.add('order-shape');
    const shape = world.behaviour['order-shape'];
    const usual = [...world.catalogue.orders];
    if (shape === 'default') return { kind: 'success', status: 200, body: writeJson(usual) };
    const orders = (shape.records as JsonValue[] | undefined) ?? usual;
    return { kind: 'success', status: 200, body: writeJson(inEnvelope(orders, shape.envelope)) };
  },
};
