import { expect, test } from 'vitest';
import { ask } from '../../tests/ask.js';
import { createWorld } from '../world.js';

interface Order {
  readonly id: number;
  readonly petId: number;
}

test('the orders are for pets that are in stock', () => {
  const { status, body } = ask(createWorld({ pets: 5 }), 'GET', '/store/orders');
  expect(status).toBe(200);
  const orders: Order[] = JSON.parse(body ?? '');
  expect(orders.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
  for (const { petId } of orders) expect([1, 2, 3, 4, 5]).toContain(petId);
});

test('a store without pets has no orders', () => {
  expect(ask(createWorld({ pets: 0 }), 'GET', '/store/orders').body).toBe('[]');
});

test('orders of the fixture’s own are given word for word', () => {
  const world = createWorld({ fixture: { inventory: [], orders: [{ number: 'A-1', total: 5 }] } });
  expect(ask(world, 'GET', '/store/orders').body).toBe('[{"number":"A-1","total":5}]');
});

test('example records of the behaviour stand for all orders', () => {
  const world = createWorld({ behaviour: { 'order-shape': { records: [{ number: 'A-1' }] } } });
  expect(ask(world, 'GET', '/store/orders').body).toBe('[{"number":"A-1"}]');
});
