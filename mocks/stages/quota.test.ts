import { expect, test } from 'vitest';
import { ask } from '../../tests/ask.js';
import { World } from '../world.js';
import type { WorldOptions } from '../world-options.js';

/** A world in which the key `test_free` was banned a moment ago, for five minutes. */
function worldWithBan(behaviour: WorldOptions['behaviour'] = {}): World {
  const world = new World({ clock: '2026-11-21T12:00:00Z', behaviour: { 'ban-threshold': 1, ...behaviour } });
  for (let sent = 0; sent < 61; sent++) ask(world, 'GET', '/inventory');
  return world;
}

test('a banned key is rejected for every request', () => {
  const world = worldWithBan();
  const rejected = [
    ask(world, 'GET', '/inventory'),
    ask(world, 'PATCH', '/inventory/1', { json: { quantity: 1 } }),
    ask(world, 'GET', '/nothing'),
    ask(world, 'DELETE', '/inventory'),
  ];
  for (const { status, headers, body } of rejected) {
    expect(status).toBe(429);
    expect(headers['Retry-After']).toBe('300');
    expect(JSON.parse(body ?? '')).toMatchObject({ code: 'key_banned', status: 429 });
  }
});

test('a ban outlasts the window that caused it', () => {
  const world = worldWithBan();
  world.clock.advance('2m');
  expect(ask(world, 'GET', '/inventory')).toMatchObject({ status: 429, headers: { 'Retry-After': '180' } });
});

const NOON = '2026-11-21T12:00:00Z';

test('every operation uses the same quota', () => {
  const world = new World({ clock: NOON });
  ask(world, 'GET', '/inventory');
  ask(world, 'PATCH', '/inventory/1', { json: { quantity: 1 } });
  ask(world, 'POST', '/messages', { json: { message: 'hello' } });
  ask(world, 'GET', '/pets/1');
  expect(ask(world, 'GET', '/store/orders').headers['X-RateLimit-Remaining']).toBe('55');
});

/** The remaining of sixty requests after one rejected with each status. */
function remainingAfter(behaviour: WorldOptions['behaviour'] = {}) {
  const world = new World({ clock: '2026-11-21T12:00:00Z', behaviour });
  const responses = [
    ask(world, 'PATCH', '/inventory/1', { json: { quantity: 'many' } }),
    ask(world, 'GET', '/nothing'),
    ask(world, 'DELETE', '/inventory'),
    ask(world, 'GET', '/inventory'),
  ];
  return responses.map(({ status, headers }) => [status, headers['X-RateLimit-Remaining']]);
}

const uses = (counts: { '400': boolean; '404': boolean }) => ({
  'refused-requests-count': { ...counts, '429': false },
});

test('a sliding window refunds requests too', () => {
  expect(remainingAfter({ ...uses({ '400': false, '404': false }), 'window-start': 'sliding' })).toEqual([
    [400, '60'],
    [404, '60'],
    [405, '60'],
    [200, '59'],
  ]);
});

test('an address gets no refund for a 401', () => {
  const behaviour = { ...uses({ '400': false, '404': false }), 'unauthenticated-quota': 'per-address' } as const;
  const world = new World({ clock: '2026-11-21T12:00:00Z', behaviour });
  ask(world, 'GET', '/inventory', { key: null });
  expect(ask(world, 'GET', '/inventory', { key: null }).headers['X-RateLimit-Remaining']).toBe('58');
});

test('a 429 that counts is not refunded with other errors', () => {
  const behaviour = {
    'refused-requests-count': { '400': false, '404': false, '429': true },
    'described-window': 'day',
    'enterprise-limits': { perMinute: 1, perDay: 10 },
  } as const;
  const world = new World({ clock: '2026-11-21T12:00:00Z', behaviour });
  const remaining = Array.from({ length: 3 }, () => ask(world, 'GET', '/inventory', { key: 'test_enterprise' })).map(
    ({ headers }) => headers['X-RateLimit-Remaining'],
  );
  expect(remaining).toEqual(['9', '8', '7']);
});

test('a rejection that used no quota refunds none', () => {
  const behaviour = { ...uses({ '400': false, '404': false }), 'messages-rate-limited': false };
  const world = new World({ clock: '2026-11-21T12:00:00Z', behaviour });
  ask(world, 'GET', '/inventory');
  expect(ask(world, 'POST', '/messages', { json: {} }).status).toBe(400);
  expect(ask(world, 'GET', '/inventory').headers['X-RateLimit-Remaining']).toBe('58');
});

test('a request without quota is rejected before it is known to be refundable', () => {
  const world = new World({ clock: '2026-11-21T12:00:00Z', behaviour: uses({ '400': false, '404': false }) });
  for (let sent = 0; sent < 60; sent++) ask(world, 'GET', '/inventory');
  expect(ask(world, 'GET', '/nothing').status).toBe(429);
});

test('a banned key gets the end of the ban in the message and in Retry-After', () => {
  const world = new World({ clock: NOON, behaviour: { 'ban-threshold': 1, 'ban-status': 403 } });
  for (let sent = 0; sent < 61; sent++) ask(world, 'GET', '/inventory');
  world.clock.advance('10s');
  const response = ask(world, 'GET', '/inventory');
  expect(response).toMatchObject({ status: 403, headers: { 'Retry-After': '290' } });
  expect(JSON.parse(response.body ?? '')).toEqual({
    code: 'key_banned',
    message: 'The API key is banned until 2026-11-21T12:05:00.000Z for requests sent after a 429.',
    status: 403,
  });
});

test('a clock set back to before the ban unbans the key', () => {
  const world = new World({ clock: NOON, behaviour: { 'ban-threshold': 1 } });
  for (let sent = 0; sent < 61; sent++) ask(world, 'GET', '/inventory');
  world.clock.set('2026-11-20T12:00:00Z');
  expect(ask(world, 'GET', '/inventory').status).toBe(200);
  world.clock.set(NOON);
  expect(ask(world, 'GET', '/inventory').status).toBe(429);
});

test('unlimited messages have no rate-limit headers and use no quota', () => {
  const world = new World({ clock: NOON, behaviour: { 'messages-rate-limited': false } });
  const responses = Array.from({ length: 70 }, () => ask(world, 'POST', '/messages', { json: { message: 'hello' } }));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(Object.keys(responses[0]?.headers ?? {}).filter((name) => name.startsWith('X-RateLimit'))).toEqual([]);
  expect(ask(world, 'GET', '/inventory').headers['X-RateLimit-Remaining']).toBe('59');
});

test('rejected messages have no rate-limit headers either', () => {
  const world = new World({ clock: NOON, behaviour: { 'messages-rate-limited': false } });
  const unauthorized = ask(world, 'POST', '/messages', { key: null, json: { message: 'hello' } });
  const invalid = ask(world, 'POST', '/messages', { json: {} });
  expect([unauthorized.status, invalid.status]).toEqual([401, 400]);
  expect(unauthorized.headers).not.toHaveProperty('X-RateLimit-Limit');
  expect(invalid.headers).not.toHaveProperty('X-RateLimit-Limit');
});

test('only POST is exempt where messages are not limited', () => {
  const world = new World({ clock: '2026-11-21T12:00:00Z', behaviour: { 'messages-rate-limited': false } });
  const limitOf = (method: string) => ask(world, method, '/messages').headers['X-RateLimit-Limit'];
  expect([limitOf('POST'), limitOf('PUT')]).toEqual([undefined, '60']);
});
