import { expect, test } from 'vitest';
import { ask } from '../../tests/ask.js';
import { createWorld } from '../world.js';

const NOON = '2026-11-21T12:00:00Z';

test('a banned key is told in words and in Retry-After until when', () => {
  const world = createWorld({ clock: NOON, behaviour: { 'ban-threshold': 1, 'ban-status': 403 } });
  for (let sent = 0; sent < 61; sent++) ask(world, 'GET', '/inventory');
  world.clock.advance('10s');
  const answer = ask(world, 'GET', '/inventory');
  expect(answer).toMatchObject({ status: 403, headers: { 'Retry-After': '290' } });
  expect(JSON.parse(answer.body ?? '')).toEqual({
    code: 'key_banned',
    message: 'The API key is banned until 2026-11-21T12:05:00.000Z for sending on after a 429.',
    status: 403,
  });
});

test('a clock that is set back to before the ban finds the key free', () => {
  const world = createWorld({ clock: NOON, behaviour: { 'ban-threshold': 1 } });
  for (let sent = 0; sent < 61; sent++) ask(world, 'GET', '/inventory');
  world.clock.set('2026-11-20T12:00:00Z');
  expect(ask(world, 'GET', '/inventory').status).toBe(200);
  world.clock.set(NOON);
  expect(ask(world, 'GET', '/inventory').status).toBe(429);
});
