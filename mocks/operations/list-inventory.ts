import type { Call } from '../call.js';
import type { Success } from '../outcomes/success.js';

/** §4.1: the stock of every pet. */
export function listInventory({ world, assumed }: Call): Success {
  assumed.add('list-order');
  const { text, encoded } = world.listBody.write(world.behaviour['list-order']);
  return { kind: 'success', status: 200, body: text, encodedBody: encoded };
}
