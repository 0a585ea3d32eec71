import { keyProbes } from './key-probes.js';
import { inName, type PetRole, type Probe, probe } from './probe.js';

const read = probe.bind(undefined, 'read');

/** Sent only if the budget has room. */
const more = (
  name: string,
  target: `${string} ${string}`,
  why: string,
  fills: Readonly<Record<string, number>>,
  rest: Partial<Probe> = {},
) => read(name, target, why, { isOptional: true, expects: 200, fills, ...rest });

const otherPet = (pet: PetRole, value: number, coding?: Probe['coding']) =>
  more(
    `pet-${inName(pet)}`,
    'GET /pets/{petId}',
    `the lookup of a pet that is ${pet}`,
    { [`lookup: ${pet}`]: value },
    { pet, needs: 'pet', coding },
  );

/** Requests with a good key. */
const successes: readonly Probe[] = [
  read('list', 'GET /inventory', 'the list, and a pet for later probes', { expects: 200 }),
  read('orders', 'GET /store/orders', 'the orders', { expects: 200 }),
  read('pet', 'GET /pets/{petId}', 'the deprecated lookup still works', { expects: 200 }),
  read('list-again', 'GET /inventory', 'Remaining falls over five responses in a row, and reading changes nothing', {
    onlyAt: 'read',
    atMost: 2,
    expects: 200,
  }),
  more(
    'list-uncompressed',
    'GET /inventory',
    'the same list without compression',
    { 'transport: identity': 3 },
    { coding: 'identity' },
  ),
  more(
    'list-compressed',
    'GET /inventory',
    'the same list with compression',
    { 'transport: gzip': 1 },
    { coding: 'gzip' },
  ),
  more('list-in-any-coding', 'GET /inventory', 'the same list without Accept-Encoding', {}, { coding: 'none' }),
  more('orders-again', 'GET /store/orders', 'the orders again', { 'orders: again': 5 }, { coding: 'identity' }),
  more('orders-in-any-coding', 'GET /store/orders', 'the orders without Accept-Encoding', {}, { coding: 'none' }),
  otherPet('sold', 4, 'identity'),
  otherPet('pending', 4, 'gzip'),
  otherPet('largest', 4, 'none'),
  otherPet('beyond 2^53', 2),
  more(
    'list-anything',
    'GET /inventory',
    'the list, whatever the client accepts',
    { 'transport: accept': 2 },
    {
      headers: [['Accept', '*/*']],
    },
  ),
];

/** A service may accept a wrong key when it is shown often, or lock out the right one on the same connection. */
const wrongKeyInARow: readonly Probe[] = [
  more(
    'list-with-wrong-key-in-a-row',
    'GET /inventory',
    '401, however often the same wrong key is shown',
    { 'credential: wrong key, in a row': 8 },
    { credential: 'wrong key', expects: 401, isExtra: true, atMost: 5 },
  ),
  more(
    'list-after-key-in-a-row',
    'GET /inventory',
    'the list for the right key, on the same connection',
    { 'credential: key after wrong key in a row': 4 },
    { isExtra: true, after: 'list-with-wrong-key-in-a-row' },
  ),
];

/** Requests that change nothing. */
export const readProbes: readonly Probe[] = [
  ...successes,
  more('list-before-wrong-keys', 'GET /inventory', 'requests with the key have changed nothing', {
    'side effect: reads with the key': 4,
  }),
  ...keyProbes,
  ...wrongKeyInARow,
];

const observe = (name: string, target: `${string} ${string}`, why: string, rest: Partial<Probe> = {}) =>
  more(name, target, why, { [`observation: ${name}`]: 3 }, { expects: undefined, ...rest });

const later = (name: string, target: `${string} ${string}`, rest: Partial<Probe> = {}) =>
  more(
    `${name}-later`,
    target,
    'the same, and Remaining has fallen',
    { [`${name}: later`]: 8 },
    { onlyAt: 'write', ...rest },
  );

/** What changes with time, such as Remaining, shows only when much else was sent, and in what follows. */
export const laterReads: readonly Probe[] = [
  later('orders', 'GET /store/orders'),
  later('pet', 'GET /pets/{petId}', { prefers: 'pending' }),
];

/** Probes for open questions. */
export const readObservations: readonly Probe[] = [
  observe('unknown-path', 'GET /no-such-path', 'the response to an unknown path', { expects: 404 }),
  observe('unknown-method', 'PROPFIND /inventory', 'the response to a method without an operation'),
  observe('unlisted-pet', 'GET /pets/{unlistedId}', 'the response to a lookup of an unknown pet', { expects: 404 }),
  more(
    'unlisted-pet-again',
    'GET /pets/{unlistedId}',
    'the same response to the same lookup',
    { 'lookup: unlisted, again': 2 },
    { expects: 404 },
  ),
];
