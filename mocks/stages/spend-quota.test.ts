import { expect, test } from 'vitest';
import { ask } from '../../tests/ask.js';
import { createWorld } from '../world.js';

const NOON = '2026-11-21T12:00:00Z';

test.each([
  ['test_free', '60'],
  ['test_pro', '300'],
  ['test_business', '1000'],
  ['test_enterprise', '5000'],
])('the key %s is told the limit of its plan: %s', (key, limit) => {
  expect(ask(createWorld({ clock: NOON }), 'GET', '/inventory', { key }).headers).toMatchObject({
    'X-RateLimit-Limit': limit,
    'X-RateLimit-Remaining': String(Number(limit) - 1),
    'X-RateLimit-Reset': String(Date.parse('2026-11-21T12:01:00Z') / 1000),
  });
});

test('every operation uses the same quota', () => {
  const world = createWorld({ clock: NOON });
  ask(world, 'GET', '/inventory');
  ask(world, 'PATCH', '/inventory/1', { json: { quantity: 1 } });
  ask(world, 'POST', '/messages', { json: { message: 'hello' } });
  ask(world, 'GET', '/pets/1');
  expect(ask(world, 'GET', '/store/orders').headers['X-RateLimit-Remaining']).toBe('55');
});
