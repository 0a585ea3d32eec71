import type { JsonObject } from '../../src/json/json-value.js';
import { writeJson } from '../../src/json/write-json.js';
import type { Call } from '../call.js';
import type { Success } from '../outcomes/success.js';

/** §4.4: the orders. Their fields are the open question `order-shape`. */
export function listOrders({ world, assumed }: Call): Success {
  assumed.add('order-shape');
  const shape = world.behaviour['order-shape'];
  const orders = shape === 'default' ? world.orders : (shape.records as readonly JsonObject[]);
  return { kind: 'success', status: 200, body: writeJson([...orders]) };
}
