import type { Probe } from './probe.js';

const get = { method: 'GET', level: 'read' } as const;

/** What any deployment may be asked: nothing that changes it. */
export const readProbes: readonly Probe[] = [
  { ...get, name: 'list', path: '/inventory', credential: 'key', why: 'the list, and the pet to go on with' },
  { ...get, name: 'orders', path: '/store/orders', credential: 'key', why: 'the orders' },
  { ...get, name: 'pet', path: '/pets/{petId}', credential: 'key', why: 'the deprecated lookup still answers' },
  {
    name: 'head',
    level: 'read',
    method: 'HEAD',
    path: '/inventory',
    credential: 'key',
    why: 'how HEAD is answered',
    isOptional: true,
  },
  {
    ...get,
    name: 'list-again',
    onlyAt: 'read',
    path: '/inventory',
    credential: 'key',
    why: 'Remaining falls over five successive answers, and reading changes nothing',
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
    why: '401 without a key; harmless, since the id and the body are wrong too',
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
    why: '401 without a key; harmless, since the body is wrong too',
  },
];

const observed = { level: 'read', credential: 'key', isOptional: true } as const;

/** How open questions are answered. */
export const readObservations: readonly Probe[] = [
  { ...observed, name: 'options', method: 'OPTIONS', path: '/inventory', why: 'how OPTIONS is answered' },
  { ...observed, name: 'unknown-path', method: 'GET', path: '/no-such-path', why: 'how an unknown path is answered' },
  {
    ...observed,
    name: 'unknown-method',
    method: 'PROPFIND',
    path: '/inventory',
    why: 'how a method that no operation has is answered',
  },
  {
    ...observed,
    name: 'unlisted-pet',
    method: 'GET',
    path: '/pets/{unlistedId}',
    why: 'how the lookup of an unknown pet is answered',
  },
  {
    ...observed,
    name: 'prefer',
    method: 'GET',
    path: '/inventory',
    headers: [['Prefer', 'code=404']],
    why: 'whether Prefer forces an answer',
  },
];
