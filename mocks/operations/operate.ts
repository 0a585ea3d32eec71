import { exactInteger, type LosslessNumber } from '../../src/json/exact-number.js';
import { hasPetId, type OperationId } from '../../src/service/petstore.js';
import { addFields } from '../imitation/extra-fields.js';
import type { ErrorResponse, RequestContext, StageResult, Success } from '../request-context.js';
import { itemText } from '../stock/model.js';
import { getPet, listOrders, noSuchPet } from './deprecated-operations.js';

const implementations: Readonly<Record<OperationId, (context: RequestContext) => StageResult>> = {
  listInventory,
  updateInventory,
  sendMessage,
  getPet,
  listOrders,
};

/** Carries out the operation that the stages have found and checked. */
export function operate(context: RequestContext): StageResult {
  const { operation } = context.route;
  if (operation === undefined) throw new Error('A call without an operation reached operate().');
  return implementations[operation.id as OperationId](context);
}

/** Rejects an unknown pet before its operation would, where the order of checks has it so. */
export function rejectUnknownPet({ world, route, petId }: RequestContext): ErrorResponse | undefined {
  const { operation } = route;
  if (operation === undefined || !hasPetId(operation)) return undefined;
  const stock = world.inventory.get(petId);
  if (operation.id !== 'getPet') return stock === undefined ? noSuchPet(petId) : undefined;
  return world.catalogue.findPet(petId, stock) === undefined ? noSuchPet(petId) : undefined;
}

/** §4.1: the stock of every pet. */
function listInventory({ world, assumed }: RequestContext): Success {
  assumed.add('list-order');
  const fields = world.imitation?.deployment.lookOf('listInventory', 200).fields;
  const { text, encoded } = world.listBody.write(world.behaviour['list-order'], fields);
  return { kind: 'success', status: 200, body: text, encodedBody: encoded };
}

/** §4.2: sets the quantity of one pet; its status stays (§3). */
function updateInventory({ world, petId, body }: RequestContext): StageResult {
  const quantity = Number(exactInteger(body.quantity as number | LosslessNumber));
  const record = world.inventory.setQuantity(petId, quantity);
  if (record === undefined) return noSuchPet(petId);
  return {
    kind: 'success',
    status: 200,
    body: itemText(record, world.imitation?.deployment.lookOf('updateInventory', 200).fields),
  };
}

/** §4.3: queues a message. */
function sendMessage({ world, body, nowMs, assumed }: RequestContext): Success {
  assumed.add('message-success-status');
  const sent = world.messages.send(body.message as string, nowMs);
  const status = world.behaviour['message-success-status'];
  const fields = world.imitation?.deployment.lookOf('sendMessage', status).fields ?? '';
  return { kind: 'success', status, body: addFields(JSON.stringify(sent), fields) };
}
