import { expect, test } from 'vitest';
import { parseJson } from '../../src/json/parse-json.js';
import { findViolation } from '../../src/validation/validate.js';
import { ask } from '../../tests/ask.js';
import { createWorld } from '../world.js';

test('the list has the stock of every pet, ascending', () => {
  const { status, body } = ask(createWorld({ pets: 12 }), 'GET', '/inventory');
  expect(status).toBe(200);
  expect(findViolation('InventoryList', parseJson(body ?? ''))).toBeUndefined();
  expect(JSON.parse(body ?? '').map(({ petId }: { petId: number }) => petId)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
  ]);
});

test('an empty store has an empty list', () => {
  expect(ask(createWorld({ pets: 0 }), 'GET', '/inventory').body).toBe('[]');
});

test('the list shows the last update', () => {
  const world = createWorld({ pets: 1 });
  ask(world, 'GET', '/inventory');
  ask(world, 'PATCH', '/inventory/1', { json: { quantity: 12_345 } });
  expect(JSON.parse(ask(world, 'GET', '/inventory').body ?? '')[0].quantity).toBe(12_345);
});

test('looking changes nothing', () => {
  const world = createWorld({ pets: 5 });
  const first = ask(world, 'GET', '/inventory').body;
  expect(ask(world, 'GET', '/inventory').body).toBe(first);
});
