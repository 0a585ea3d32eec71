import type { Call } from '../call.js';
import type { Success } from '../outcomes/success.js';

/** §4.1: the stock of every pet. */
export function listInventory({ world, assumed }: Call): Success {
  assumed.add('list-order');
  const fields = world.imitation?.deployment.lookOf('listInventory', 200).fields;
  const { text, encoded } = world.listBody.write(world.behaviour['list-order'], fields);
  return { kind: 'success', status: 200, body: text, encodedBody: encoded };
}
