import { expect, test } from 'vitest';
import { adminOperations } from '../../../admin/operations.js';
import { pathParameters, queryParameters } from '../../../admin/parameters.js';
import { InputError } from '../../../validation/input-error.js';
import { checkPath, readQuery } from './read-parameters.js';

const { listRequests, getHealth, getClock, takeSnapshot } = adminOperations;

test('texts are unescaped, and integers read', () => {
  expect(readQuery(listRequests, '?key=key%231&limit=5&path=/inventory&since=0')).toEqual({
    key: 'key#1',
    limit: 5,
    path: '/inventory',
    since: 0,
  });
});

test('no query is an empty one', () => {
  expect([readQuery(listRequests), readQuery(listRequests, ''), readQuery(listRequests, '?')]).toEqual([{}, {}, {}]);
});

test('what is about one world takes the world', () => {
  expect(readQuery(getClock, '?world=w1')).toEqual({ world: 'w1' });
  expect(() => readQuery(getHealth, '?world=w1')).toThrow(
    'GET /__admin/health: it takes no such parameter. Leave the query out.',
  );
});

test.each(Object.entries(queryParameters))(
  'the example of %s works, and what an error proposes is it',
  (name, { example }) => {
    const operation = Object.values(adminOperations).find(
      ({ query, isOfWorld }) => (query as readonly string[]).includes(name) || (name === 'world' && isOfWorld),
    );
    if (operation === undefined) throw new Error(`No operation takes ${name}.`);
    const query = `?${name}=${encodeURIComponent(example)}`;
    expect(Object.keys(readQuery(operation, query))).toEqual([name]);
    expect(() => readQuery(operation, `${query}&${query.slice(1)}`)).toThrow(`${name} is given twice. Try ${query}.`);
  },
);

test.each([
  ['listRequests', '?limit=0', 'the parameter limit must be >= 1. Try ?limit=100.'],
  ['listRequests', '?limit=1001', 'the parameter limit must be <= 1000. Try ?limit=100.'],
  ['listRequests', '?limit=ten', 'the parameter limit must be integer. Try ?limit=100.'],
  ['listRequests', '?limit=1e2', 'the parameter limit must be integer. Try ?limit=100.'],
  ['listRequests', '?limit=', 'the parameter limit must be integer. Try ?limit=100.'],
  ['listRequests', '?since=-1', 'the parameter since must be >= 0. Try ?since=17.'],
  ['listRequests', '?status=99', 'the parameter status is not of the right form. Try ?status=429.'],
  ['listRequests', '?order=random', 'the parameter order must be one of newest, oldest. Try ?order=oldest.'],
  ['listRequests', '?operation=getPets', 'the parameter operation must be one of listInventory,'],
  ['listRequests', '?key=', 'the parameter key is not of the right form. Try ?key=key%231.'],
  ['waitForRequests', '?count=0', 'the parameter count must be >= 1. Try ?count=2.'],
  [
    'listStock',
    '?lmit=5',
    "it takes no such parameter. Did you mean 'limit'? Parameters: limit, after, search, world.",
  ],
] as const)('%s with %s is refused', (id, query, message) => {
  const operation = adminOperations[id];
  expect(() => readQuery(operation, query)).toThrow(InputError);
  expect(() => readQuery(operation, query)).toThrow(message);
});

test('a value is not quoted: it may be a key', () => {
  expect(() => readQuery(listRequests, '?status=sk_live_1')).toThrow(/^(?!.*sk_live_1)/);
  expect(() => readQuery(listRequests, '?sk_live_1=1')).toThrow(/^(?!.*sk_live_1)/);
});

test.each(Object.entries(pathParameters))('the example of {%s} works', (name, { example }) => {
  expect(() => checkPath(takeSnapshot, { [name]: example })).not.toThrow();
});

test.each([
  ['getRequest', { number: 'first' }, 'number must be integer. Try GET /__admin/requests/1.'],
  ['getRequest', { number: '0' }, 'number must be >= 1. Try GET /__admin/requests/1.'],
  ['setStock', { petId: 'rex' }, 'petId is not of the right form. Try PATCH /__admin/inventory/1.'],
] as const)('%s with the path %j is refused', (id, path, message) => {
  const operation = adminOperations[id];
  expect(() => checkPath(operation, path)).toThrow(message);
});
