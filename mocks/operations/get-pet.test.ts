import { expect, test } from 'vitest';
import { parseJson } from '../../src/json/json.js';
import { ask } from '../../tests/ask.js';
import { World } from '../world.js';
import type { WorldOptions } from '../world-options.js';

const petOf = (options: WorldOptions, id: string) => ask(new World(options), 'GET', `/pets/${id}`);
const stock = [{ petId: 1, quantity: 12, status: 'pending' }] as const;

test('a pet agrees with its stock record', () => {
  const { status, body } = petOf({ fixture: { inventory: stock } }, '1');
  expect(status).toBe(200);
  expect(JSON.parse(body ?? '')).toEqual({
    id: 1,
    name: expect.any(String),
    species: expect.any(String),
    status: 'pending',
    tags: expect.any(Array),
  });
});

test('a pet is the same in every response', () => {
  expect(petOf({}, '7').body).toBe(petOf({}, '7').body);
  expect(petOf({ seed: 2 }, '7').body).not.toBe(petOf({}, '7').body);
});

test('an id beyond 2^53 is returned exactly', () => {
  const inventory = [{ petId: 9007199254740993n, quantity: 1, status: 'sold' }] as const;
  expect(petOf({ fixture: { inventory } }, '9007199254740993').body).toContain('"id":9007199254740993,');
});

test('a pet of the fixture is returned word for word, in stock or not', () => {
  const pets = [
    { id: 1, name: 'Rex' },
    { id: 5, name: 'Tom', tags: [] },
  ];
  expect(petOf({ fixture: { inventory: stock, pets } }, '1').body).toBe('{"id":1,"name":"Rex"}');
  expect(petOf({ fixture: { inventory: stock, pets } }, '5').body).toBe('{"id":5,"name":"Tom","tags":[]}');
});

test('an unknown pet gets 404', () => {
  const { status, body } = petOf({ pets: 3 }, '4');
  expect(status).toBe(404);
  expect(JSON.parse(body ?? '')).toEqual({ code: 'not_found', message: 'No pet has the id 4.', status: 404 });
});

test('an example record is returned for the pet with its id', () => {
  const behaviour = parseJson('{"records":[{"id":2,"name":"Two"},{"id":1,"name":"One"}]}') as never;
  expect(petOf({ pets: 2, behaviour: { 'pet-shape': behaviour } }, '1').body).toBe('{"id":1,"name":"One"}');
  expect(petOf({ pets: 2, behaviour: { 'pet-shape': behaviour } }, '2').body).toBe('{"id":2,"name":"Two"}');
});

test('for other pets one of the examples is returned, always the same', () => {
  const behaviour: WorldOptions['behaviour'] = { 'pet-shape': { records: [{ name: 'A' }, { name: 'B' }] } };
  const names = ['1', '2', '3', '1'].map((id) => JSON.parse(petOf({ pets: 3, behaviour }, id).body ?? '').name);
  expect(names).toEqual(['B', 'A', 'B', 'B']);
});

test('an example with the status of the pet takes precedence, and need not be an object', () => {
  const records = [{ state: 'sold', soldAt: '2026-01-01' }, { state: 'pending' }];
  const behaviour = { 'pet-shape': { records, fromStock: { state: 'status' as const } } };
  const inventory = (['pending', 'sold'] as const).map((status, petId) => ({ petId, quantity: 1, status }));
  expect(petOf({ fixture: { inventory }, behaviour }, '0').body).toBe('{"state":"pending"}');
  expect(petOf({ fixture: { inventory }, behaviour }, '1').body).toBe('{"state":"sold","soldAt":"2026-01-01"}');
  const lists: WorldOptions['behaviour'] = { 'pet-shape': { records: [['Rex', 7]] } };
  expect(petOf({ fixture: { inventory }, behaviour: lists }, '0').body).toBe('["Rex",7]');
});

test('the status decides, not the id of an example, where the record replaces that id', () => {
  const records = [
    { id: 1, status: 'sold', soldAt: '2026-01-01' },
    { id: 2, status: 'pending' },
  ];
  const behaviour = { 'pet-shape': { records, fromStock: { id: 'petId' as const, status: 'status' as const } } };
  expect(petOf({ fixture: { inventory: stock }, behaviour }, '1').body).toBe('{"id":1,"status":"pending"}');
});

test('an unknown pet gets no example', () => {
  const behaviour: WorldOptions['behaviour'] = { 'pet-shape': { records: [{ id: 4, name: 'A' }] } };
  expect(petOf({ pets: 3, behaviour }, '4').status).toBe(404);
});

interface Order {
  readonly id: number;
  readonly petId: number;
}

test('orders are for pets in stock', () => {
  const { status, body } = ask(new World({ pets: 5 }), 'GET', '/store/orders');
  expect(status).toBe(200);
  const orders: Order[] = JSON.parse(body ?? '');
  expect(orders.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
  for (const { petId } of orders) expect([1, 2, 3, 4, 5]).toContain(petId);
});

test('a store without pets has no orders', () => {
  expect(ask(new World({ pets: 0 }), 'GET', '/store/orders').body).toBe('[]');
});

test('orders of the fixture are returned word for word', () => {
  const world = new World({ fixture: { inventory: [], orders: [{ number: 'A-1', total: 5 }] } });
  expect(ask(world, 'GET', '/store/orders').body).toBe('[{"number":"A-1","total":5}]');
});

test('example records of the behaviour replace all orders', () => {
  const world = new World({ behaviour: { 'order-shape': { records: [{ number: 'A-1' }] } } });
  expect(ask(world, 'GET', '/store/orders').body).toBe('[{"number":"A-1"}]');
});
