import { clients } from './clients.js';
import { type OperationProbes, type Probe, probe } from './probe.js';

const orders = (turn: number, name: string, why: string, rest: Partial<Probe> = {}) =>
  probe('read', turn, name, 'GET /store/orders', why, { expects: 200, ...rest });

export const listOrdersProbes: OperationProbes = {
  probes: [
    orders(2.15, 'orders', 'the orders', { together: 'reads', client: clients.namesNoType }),
    orders(62, 'orders-again', 'the orders again', { coding: 'identity' }),
    // What changes with time, such as Remaining, shows only when much else was sent.
    orders(41, 'orders-later', 'the same, and Remaining has fallen', { onlyAt: 'write', client: clients.browser }),
    orders(39, 'orders-in-any-coding', 'the orders without Accept-Encoding', {
      coding: 'none',
    }),
  ],
  keyTargets: [{ name: 'orders', level: 'read' }],
};
