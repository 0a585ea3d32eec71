import { expect, test } from 'vitest';
import { noSuchPet } from '../../mocks/operations/get-pet.js';
import { petstoreFake } from '../../mocks/operations/index.js';
import type { FakeService } from '../../mocks/operations/operation.js';
import { World } from '../../mocks/world.js';
import { integerOf } from '../../src/json/exact-number.js';
import { object, openObject } from '../../src/json/schema-builders.js';
import { petstoreFrame, petstoreOperations } from '../../src/service/petstore.js';
import { defineService, type OperationEntry } from '../../src/service/service.js';
import { ask } from '../ask.js';
import { edges } from './edges.js';

/** A sixth operation, on a path that another one has, whose success has no body. */
const removeEntry: OperationEntry = {
  id: 'removePet',
  area: 'Inventory',
  method: 'DELETE',
  path: '/inventory/{petId}',
  section: '4.2',
  statement: 'remove.answers-204',
  summary: 'Removes one pet from the stock',
  success: '204',
  responses: {
    204: { schema: undefined, description: 'The entry is gone' },
    404: { schema: 'Error', description: 'The requested resource could not be found' },
  },
};

const withRemoval: FakeService = {
  service: defineService(petstoreFrame, [...petstoreOperations, removeEntry]),
  operations: {
    ...petstoreFake.operations,
    removePet: {
      carryOut({ world: { inventory }, pathId }) {
        if (inventory.get(pathId) === undefined) return noSuchPet(pathId);
        inventory.restore(inventory.snapshot().filter(({ petId }) => petId !== pathId));
        return { kind: 'success', status: 204, body: undefined };
      },
    },
  },
};

test.each(Object.keys(edges))('%s carries out an operation of another service', async (name) => {
  const edge = await edges[name]?.({ pets: 2 }, withRemoval);
  if (edge === undefined) throw new Error('There is no such edge.');
  const { origin, fetch, close } = edge;
  const remove = (id: number, key = 'test_free') =>
    fetch(`${origin}/v1/inventory/${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${key}` } });
  try {
    const gone = await remove(1);
    expect([gone.status, await gone.text(), gone.headers.get('content-type')]).toEqual([204, '', null]);
    expect(gone.headers.get('x-ratelimit-remaining')).toBe('59');
    expect((await remove(1)).status).toBe(404);
    expect((await remove(2, 'wrong')).status).toBe(401);
    const list = await fetch(`${origin}/v1/inventory`, { headers: { authorization: 'Bearer test_free' } });
    expect(await list.json()).toEqual([expect.objectContaining({ petId: 2 })]);
  } finally {
    await close();
  }
});

const openWorld = (fake = withRemoval) => new World({ pets: 2 }, { fake });

test('its quota, method, path and id are checked like those of any other', () => {
  const world = openWorld();
  expect(ask(world, 'PUT', '/inventory/1').headers.Allow).toBe('PATCH, DELETE');
  expect(ask(world, 'DELETE', '/inventory/x').status).toBe(400);
  expect(ask(world, 'GET', '/nothing').body).toContain('GET /store/orders, DELETE /inventory/{petId}.');
  const headers = [
    ['origin', 'http://page.test'],
    ['access-control-request-method', 'DELETE'],
  ] as const;
  expect(ask(world, 'OPTIONS', '/inventory/1', { headers }).headers['Access-Control-Allow-Methods']).toBe(
    'GET, HEAD, PATCH, POST, DELETE, OPTIONS',
  );
  for (let sent = 0; sent < 60; sent++) ask(world, 'DELETE', '/inventory/1');
  const { status, headers: received } = ask(world, 'DELETE', '/inventory/2');
  expect([status, received['X-RateLimit-Remaining'], received['Retry-After']]).toEqual([429, '0', '60']);
});

test('an order of checks, a fault, a snapshot and the journal know it', () => {
  const world = openWorld();
  world.faults.always('removePet' as 'any', { status: 503 });
  expect([ask(world, 'DELETE', '/inventory/1').status, ask(world, 'PATCH', '/inventory/1').status]).toEqual([503, 400]);
  const state = world.state();
  const other = new World({ state }, { fake: withRemoval });
  expect(ask(other, 'DELETE', '/inventory/1').status).toBe(503);
  expect(() => new World({ state })).toThrow('/faults/active/0/target is not an operation');
  expect(world.journal.lines().lines.map(({ operation }) => operation)).toEqual(['updateInventory', 'removePet']);
  expect(world.journal.list({ operation: 'removePet' as 'getPet' })).toHaveLength(1);
});

test('the request of an operation changes in one file', () => {
  const [list, update, ...others] = petstoreOperations;
  const changed: OperationEntry = {
    ...update,
    schemas: { InventoryUpdate: openObject({ stock: object({ quantity: { type: 'integer' } }) }) },
  };
  const fake: FakeService = {
    service: defineService(petstoreFrame, [list, changed, ...others]),
    operations: {
      ...petstoreFake.operations,
      updateInventory: {
        carryOut({ world, pathId, body }) {
          const { quantity } = body.stock as { readonly quantity: number };
          const record = world.inventory.setQuantity(pathId, Number(integerOf(quantity)));
          return record === undefined ? noSuchPet(pathId) : { kind: 'success', status: 200, body: '{}' };
        },
      },
    },
  };
  const world = openWorld(fake);
  expect(ask(world, 'PATCH', '/inventory/1', { json: { stock: { quantity: 7 } } }).status).toBe(200);
  expect(world.inventory.get('1')?.quantity).toBe(7);
  expect(ask(world, 'PATCH', '/inventory/1', { json: { quantity: 7 } }).body).toContain('stock is missing');
  expect(ask(world, 'PATCH', '/inventory/1', { json: { stock: {} } }).body).toContain('stock.quantity is missing');
});
