import { expect, test } from 'vitest';
import { type Check, checks } from '../src/service/questions/order-of-checks.js';
import { type AskOptions, ask } from '../tests/ask.js';
import { World } from './world.js';

const NOON = '2027-12-31T12:00:00Z';
const typed = [['content-type', 'application/json']] as const;

/** A request that fails one check. Every later one makes a request fail another check, too. */
const faults: Readonly<
  Record<Exclude<Check, 'quota'>, { readonly method?: string; readonly path?: string } & AskOptions>
> = {
  key: { key: 'wrong' },
  path: { path: '/nothing' },
  method: { method: 'PROPFIND' },
  sunset: { method: 'GET', path: '/pets/1' },
  'pet-id': { path: '/inventory/abc' },
  size: { body: `{"quantity":1${' '.repeat(200)}}` },
  'content-type': { headers: [['content-type', 'text/plain']] },
  json: { body: '{"quantity":' },
  fields: { body: '{}' },
  pet: { path: '/inventory/99' },
};

const statuses: Readonly<Record<keyof typeof faults, number>> = {
  ...{ key: 401, path: 404, method: 405, sunset: 410, 'pet-id': 400, size: 413 },
  ...{ 'content-type': 415, json: 400, fields: 400, pet: 404 },
};

/** Returns an order in which one check comes as early as it can. */
const withFirst = (first: Check) => [first, ...checks.filter((check) => check !== first)];
const earlier = (...first: Check[]) => [...first, ...checks.filter((check) => !first.includes(check))];

const open = (order: readonly Check[] | 'as-listed', more = {}) =>
  new World({
    clock: NOON,
    pets: 3,
    behaviour: {
      'order-of-checks': order,
      'update-content-type': 415,
      'after-sunset': 410,
      'body-limit': 100,
      ...more,
    },
  });

function send(world: World, ...failed: (keyof typeof faults)[]) {
  const {
    method = 'PATCH',
    path = '/inventory/1',
    ...options
  } = Object.assign({ headers: typed, body: '{"quantity":1}' }, ...failed.map((check) => faults[check]));
  return ask(world, method, path, options);
}

test.each(Object.keys(faults) as (keyof typeof faults)[])(
  'a request that fails %s alone gets its status in any order',
  (check) => {
    for (const order of [
      'as-listed',
      withFirst('path'),
      withFirst('quota'),
      earlier('size', 'json', 'fields'),
    ] as const) {
      expect(send(open(order), check).status).toBe(statuses[check]);
    }
  },
);

test.each([
  ['key', 'path'],
  ['key', 'method'],
  ['key', 'sunset'],
  ['key', 'pet-id'],
  ['key', 'size'],
  ['key', 'content-type'],
  ['method', 'pet-id'],
  ['pet-id', 'size'],
  ['pet-id', 'content-type'],
  ['size', 'content-type'],
  ['size', 'pet'],
  ['content-type', 'pet'],
] as const)('of %s and %s, the one that comes first decides', (one, other) => {
  expect(send(open('as-listed'), other, one).status).toBe(statuses[one]);
  const first = other === 'pet' ? earlier('pet-id', 'pet') : withFirst(other);
  expect(send(open(first), other, one).status).toBe(statuses[other]);
});

test.each(['json', 'fields'] as const)('%s can come before the key and the pet', (check) => {
  const order = earlier('size', 'json', 'fields');
  expect(send(open('as-listed'), 'key', check).status).toBe(401);
  expect(send(open(order), 'key', check).status).toBe(400);
  expect(send(open(earlier('pet-id', 'pet')), 'pet', check).status).toBe(404);
});

test('a lookup finds no pet before its key is checked', () => {
  const world = open(earlier('pet-id', 'pet'), { 'after-sunset': 'keeps-answering' });
  expect(ask(world, 'GET', '/pets/99', { key: null }).status).toBe(404);
  expect(ask(world, 'GET', '/pets/1', { key: null }).status).toBe(401);
  expect(ask(world, 'GET', '/pets/1').status).toBe(200);
});

const remaining = ({ headers }: ReturnType<typeof ask>) => headers['X-RateLimit-Remaining'];

test('what is rejected before the quota shows it and uses none', () => {
  const world = open(withFirst('path'));
  expect(remaining(ask(world, 'GET', '/nothing'))).toBe('60');
  expect(remaining(ask(world, 'GET', '/inventory'))).toBe('59');
  expect(remaining(ask(world, 'GET', '/nothing'))).toBe('59');
  expect(remaining(ask(world, 'GET', '/nothing', { key: null }))).toBe('60');
});

test('a quota that comes before the key counts what a good key sends', () => {
  const world = open(earlier('quota', 'path'));
  expect(remaining(ask(world, 'GET', '/nothing'))).toBe('59');
  for (let sent = 0; sent < 59; sent++) ask(world, 'GET', '/inventory');
  expect(ask(world, 'GET', '/nothing').status).toBe(429);
  expect(ask(world, 'GET', '/nothing', { key: null })).toMatchObject({ status: 404 });
});

test('a quota that comes before the key counts each stranger once', () => {
  const world = open(withFirst('quota'), { 'unauthenticated-quota': 'per-address' });
  for (let left = 59; left >= 0; left--) {
    expect(ask(world, 'GET', '/inventory', { key: null, from: '10.0.0.1' })).toMatchObject({
      status: 401,
      headers: { 'X-RateLimit-Remaining': String(left) },
    });
  }
  expect(ask(world, 'GET', '/inventory', { key: null, from: '10.0.0.1' }).status).toBe(429);
});

test('the order can change while the fake runs', () => {
  const world = open('as-listed');
  expect(ask(world, 'GET', '/nothing', { key: null }).status).toBe(401);
  world.setBehaviour({ 'order-of-checks': withFirst('path') });
  expect(ask(world, 'GET', '/nothing', { key: null }).status).toBe(404);
});

test('names a chosen order among what a response depends on', () => {
  const assumed = (order: readonly Check[] | 'as-listed') => {
    const world = new World({ behaviour: { 'order-of-checks': order }, showAssumptions: true });
    return ask(world, 'GET', '/inventory').headers['X-Mock-Assumed'];
  };
  expect(assumed(withFirst('path'))).toContain('order-of-checks');
  expect(assumed('as-listed')).not.toContain('order-of-checks');
});
