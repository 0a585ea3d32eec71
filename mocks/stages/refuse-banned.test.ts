import { expect, test } from 'vitest';
import { ask } from '../../tests/ask.js';
import { createWorld, type World } from '../world.js';
import type { WorldOptions } from '../world-options.js';

/** A world in which the key `test_free` was banned a moment ago, for five minutes. */
function worldWithBan(behaviour: WorldOptions['behaviour'] = {}): World {
  const world = createWorld({ clock: '2026-11-21T12:00:00Z', behaviour: { 'ban-threshold': 1, ...behaviour } });
  for (let sent = 0; sent < 61; sent++) ask(world, 'GET', '/inventory');
  return world;
}

test('a banned key is refused whatever it asks for', () => {
  const world = worldWithBan();
  const refused = [
    ask(world, 'GET', '/inventory'),
    ask(world, 'PATCH', '/inventory/1', { json: { quantity: 1 } }),
    ask(world, 'GET', '/nothing'),
    ask(world, 'DELETE', '/inventory'),
  ];
  for (const { status, headers, body } of refused) {
    expect(status).toBe(429);
    expect(headers['Retry-After']).toBe('300');
    expect(JSON.parse(body ?? '')).toMatchObject({ code: 'key_banned', status: 429 });
  }
});

test('a ban outlives the window that led to it', () => {
  const world = worldWithBan();
  world.clock.advance('2m');
  expect(ask(world, 'GET', '/inventory')).toMatchObject({ status: 429, headers: { 'Retry-After': '180' } });
});

test('a ban may be told with 403', () => {
  const { status, headers, body } = ask(worldWithBan({ 'ban-status': 403 }), 'GET', '/inventory');
  expect(status).toBe(403);
  expect(headers['Retry-After']).toBe('300');
  expect(JSON.parse(body ?? '')).toMatchObject({ code: 'key_banned', status: 403 });
});

test('the end of a ban may be told as a date', () => {
  const { headers } = ask(worldWithBan({ 'retry-after-format': 'http-date' }), 'GET', '/inventory');
  expect(headers['Retry-After']).toBe('Sat, 21 Nov 2026 12:05:00 GMT');
});
