import { expect, test } from 'vitest';
import { ask } from '../../tests/ask.js';
import { createWorld } from '../world.js';
import type { FixtureInput } from '../world-options.js';

const twoPets: FixtureInput = {
  inventory: [
    { petId: 1, quantity: 12, status: 'available' },
    { petId: 2, quantity: 0, status: 'sold' },
  ],
};

test('an update answers the updated entry', () => {
  const world = createWorld({ fixture: twoPets });
  const { status, body } = ask(world, 'PATCH', '/inventory/1', { json: { quantity: 5 } });
  expect(status).toBe(200);
  expect(body).toBe('{"petId":1,"quantity":5,"status":"available"}');
});

test('an update changes one pet’s quantity and no status', () => {
  const world = createWorld({ fixture: twoPets });
  ask(world, 'PATCH', '/inventory/2', { json: { quantity: 5 } });
  expect(world.inventory.snapshot()).toEqual([
    { petId: '1', quantity: 12, status: 'available' },
    { petId: '2', quantity: 5, status: 'sold' },
  ]);
});

test('the same update twice gives the same answer twice', () => {
  const world = createWorld({ fixture: twoPets });
  const first = ask(world, 'PATCH', '/inventory/1', { json: { quantity: 5 } });
  expect(ask(world, 'PATCH', '/inventory/1', { json: { quantity: 5 } }).body).toBe(first.body);
});

test.each([
  ['1e2', 100],
  ['5.0', 5],
  ['-0', 0],
])('the quantity %s is stored as %d', (written, stored) => {
  const world = createWorld({ fixture: twoPets });
  const headers = [['content-type', 'application/json']] as const;
  const { body } = ask(world, 'PATCH', '/inventory/1', { headers, body: `{"quantity":${written}}` });
  expect(body).toBe(`{"petId":1,"quantity":${stored},"status":"available"}`);
});

test('an unknown pet gets 404 and is not made', () => {
  const world = createWorld({ fixture: twoPets });
  const { status, body } = ask(world, 'PATCH', '/inventory/3', { json: { quantity: 5 } });
  expect(status).toBe(404);
  expect(JSON.parse(body ?? '')).toEqual({ code: 'not_found', message: 'There is no pet with the id 3.', status: 404 });
  expect(world.inventory.list()).toHaveLength(2);
});
