import type { Probe } from './probe.js';

const get = { method: 'GET', level: 'read' } as const;

/** Requests that change nothing. */
export const readProbes: readonly Probe[] = [
  { ...get, name: 'list', path: '/inventory', credential: 'key', why: 'the list, and a pet for later probes' },
  { ...get, name: 'orders', path: '/store/orders', credential: 'key', why: 'the orders' },
  { ...get, name: 'pet', path: '/pets/{petId}', credential: 'key', why: 'the deprecated lookup still works' },
  {
    name: 'head',
    level: 'read',
    method: 'HEAD',
    path: '/inventory',
    credential: 'key',
    why: 'the response to HEAD',
    isOptional: true,
  },
  {
    ...get,
    name: 'list-again',
    onlyAt: 'read',
    path: '/inventory',
    credential: 'key',
    why: 'Remaining falls over five responses in a row, and reading changes nothing',
    atMost: 2,
  },
  { ...get, name: 'list-without-key', path: '/inventory', credential: 'none', why: '401 without a key' },
  { ...get, name: 'orders-without-key', path: '/store/orders', credential: 'none', why: '401 without a key' },
  { ...get, name: 'pet-without-key', path: '/pets/{petId}', credential: 'none', why: '401 without a key' },
  { ...get, name: 'made-up-key', path: '/inventory', credential: 'made-up key', why: '401 with a wrong key' },
  {
    ...get,
    name: 'prefix-of-key',
    path: '/inventory',
    credential: 'prefix of the key',
    why: '401 with a key of another length',
  },
  { ...get, name: 'key-as-basic', path: '/inventory', credential: 'Basic', why: '401 with the key under Basic' },
  {
    ...get,
    name: 'key-in-query',
    path: '/store/orders',
    credential: 'query',
    why: '401 with the key in the query alone',
  },
  {
    name: 'update-without-key',
    level: 'read',
    onlyAt: 'read',
    method: 'PATCH',
    path: '/inventory/not-an-id',
    credential: 'none',
    body: '{"quantity":"not-a-number"}',
    why: '401 without a key; harmless, since the id and the body are invalid too',
  },
  {
    name: 'message-without-key',
    level: 'read',
    onlyAt: 'read',
    method: 'POST',
    path: '/messages',
    credential: 'none',
    body: '{}',
    needs: 'messages',
    why: '401 without a key; harmless, since the body is invalid too',
  },
];

const observed = { level: 'read', credential: 'key', isOptional: true } as const;

/** Probes for open questions. */
export const readObservations: readonly Probe[] = [
  { ...observed, name: 'options', method: 'OPTIONS', path: '/inventory', why: 'the response to OPTIONS' },
  { ...observed, name: 'unknown-path', method: 'GET', path: '/no-such-path', why: 'the response to an unknown path' },
  {
    ...observed,
    name: 'unknown-method',
    method: 'PROPFIND',
    path: '/inventory',
    why: 'the response to a method without an operation',
  },
  {
    ...observed,
    name: 'unlisted-pet',
    method: 'GET',
    path: '/pets/{unlistedId}',
    why: 'the response to a lookup of an unknown pet',
  },
  {
    ...observed,
    name: 'prefer',
    method: 'GET',
    path: '/inventory',
    headers: [['Prefer', 'code=404']],
    why: 'whether Prefer selects a response',
  },
];
