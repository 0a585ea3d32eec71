import { type Probe, probe } from './probe.js';

const read = probe.bind(undefined, 'read');

/** Requests that change nothing. */
export const readProbes: readonly Probe[] = [
  read('list', 'GET /inventory', 'the list, and a pet for later probes'),
  read('orders', 'GET /store/orders', 'the orders'),
  read('pet', 'GET /pets/{petId}', 'the deprecated lookup still works'),
  read('head', 'HEAD /inventory', 'the response to HEAD', { isOptional: true }),
  read('list-again', 'GET /inventory', 'Remaining falls over five responses in a row, and reading changes nothing', {
    onlyAt: 'read',
    atMost: 2,
  }),
  read('list-without-key', 'GET /inventory', '401 without a key', { credential: 'none' }),
  read('orders-without-key', 'GET /store/orders', '401 without a key', { credential: 'none' }),
  read('pet-without-key', 'GET /pets/{petId}', '401 without a key', { credential: 'none' }),
  read('made-up-key', 'GET /inventory', '401 with a wrong key', { credential: 'made-up key' }),
  read('prefix-of-key', 'GET /inventory', '401 with a key of another length', { credential: 'prefix of the key' }),
  read('key-as-basic', 'GET /inventory', '401 with the key under Basic', { credential: 'Basic' }),
  read('key-in-query', 'GET /store/orders', '401 with the key in the query alone', { credential: 'query' }),
  read(
    'update-without-key',
    'PATCH /inventory/not-an-id',
    '401 without a key; harmless, since the id and the body are invalid too',
    { onlyAt: 'read', credential: 'none', body: '{"quantity":"not-a-number"}' },
  ),
  read('message-without-key', 'POST /messages', '401 without a key; harmless, since the body is invalid too', {
    onlyAt: 'read',
    credential: 'none',
    body: '{}',
    needs: 'messages',
  }),
];

const observe: typeof read = (name, target, why, rest) => read(name, target, why, { ...rest, isOptional: true });

/** Probes for open questions. */
export const readObservations: readonly Probe[] = [
  observe('options', 'OPTIONS /inventory', 'the response to OPTIONS'),
  observe('unknown-path', 'GET /no-such-path', 'the response to an unknown path'),
  observe('unknown-method', 'PROPFIND /inventory', 'the response to a method without an operation'),
  observe('unlisted-pet', 'GET /pets/{unlistedId}', 'the response to a lookup of an unknown pet'),
  observe('prefer', 'GET /inventory', 'whether Prefer selects a response', { headers: [['Prefer', 'code=404']] }),
];
