import type { FakeOperation } from './operation.js';

/** §4.1: the stock of every pet. */
export const listInventory: FakeOperation = {
  carryOut({ world, assumed, extraFields }) {
    assumed.add('list-order');
    const { text, encoded } = world.listBody.write(world.behaviour['list-order'], extraFields);
    return { kind: 'success', status: 200, body: text, encodedBody: encoded };
  },
};
