import { clients } from './clients.js';
import { type OperationProbes, type Probe, probe } from './probe.js';

const list = (turn: number, name: string, why: string, rest: Partial<Probe> = {}) =>
  probe('read', turn, name, 'GET /inventory', why, { expects: 200, ...rest });

/** Lists at every level. The first one of a run shows the pets that later probes are about. */
const reads: readonly Probe[] = [
  list(0, 'list', 'the list, and a pet for later probes'),
  list(8, 'list-again', 'Remaining falls over five responses in a row, and reading changes nothing', {
    onlyAt: 'read',
    atMost: 3,
    client: clients.browser,
  }),
  list(9, 'list-once-more', 'the same, whoever sends it', { onlyAt: 'read', client: clients.proxied }),
  list(35.4, 'list-with-cookie', '401: a cookie that the service set is not a key', {
    credential: 'cookie of the service',
    expects: 401,
  }),
  list(72, 'list-uncompressed', 'the same list without compression', { coding: 'identity' }),
  list(91, 'list-compressed', 'the same list with compression', { coding: 'gzip' }),
  list(92, 'list-in-any-coding', 'the same list without Accept-Encoding', { coding: 'none' }),
  list(93, 'list-anything', 'the list, whatever the client accepts', { client: clients.acceptsAnything }),
  probe('read', 64, 'unknown-method', 'PROPFIND /inventory', 'the response to a method without an operation', {
    observes: true,
  }),
  // A service may accept a wrong key when it is shown often, or lock out the right one on the same connection.
  list(95, 'list-with-wrong-key-in-a-row', '401, however often the same wrong key is shown', {
    credential: 'wrong key',
    expects: 401,
    atMost: 5,
  }),
  list(96, 'list-after-wrong-key-in-a-row', 'the list for the right key, on the same connection', {
    after: 'list-with-wrong-key-in-a-row',
  }),
];

export const listInventoryProbes: OperationProbes = { probes: reads, keyTargets: [{ name: 'list', level: 'read' }] };
