import type { JsonObject, JsonValue } from '../../src/json/json-value.js';
import { writeJson } from '../../src/json/write-json.js';
import { writeCounts } from '../../src/profile/write-counts.js';
import type { Behaviour } from '../../src/spec/behaviour.js';
import type { Call } from '../call.js';
import type { Success } from '../outcomes/success.js';

/** §4.4: the orders. Their fields, and what stands around them, are the open question `order-shape`. */
export function listOrders({ world, assumed }: Call): Success {
  assumed.add('order-shape');
  const shape = world.behaviour['order-shape'];
  const body = shape === 'default' ? [...world.orders] : inShape(shape, world.orders);
  return { kind: 'success', status: 200, body: writeJson(body) };
}

function inShape(
  { records, envelope }: Exclude<Behaviour['order-shape'], 'default'>,
  usual: readonly JsonObject[],
): JsonValue {
  const orders = [...((records as readonly JsonObject[] | undefined) ?? usual)];
  if (envelope === undefined) return orders;
  const { field, rest = {}, counts = [] } = envelope;
  return { ...writeCounts(rest as JsonObject, counts, orders.length), [field]: orders };
}
