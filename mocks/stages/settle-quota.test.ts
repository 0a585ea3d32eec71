import { expect, test } from 'vitest';
import { ask } from '../../tests/ask.js';
import { createWorld } from '../world.js';
import type { WorldOptions } from '../world-options.js';

/** What is left of sixty requests after one that was refused with each status. */
function remainingAfter(behaviour: WorldOptions['behaviour'] = {}) {
  const world = createWorld({ clock: '2026-11-21T12:00:00Z', behaviour });
  const answers = [
    ask(world, 'PATCH', '/inventory/1', { json: { quantity: 'many' } }),
    ask(world, 'GET', '/nothing'),
    ask(world, 'DELETE', '/inventory'),
    ask(world, 'GET', '/inventory'),
  ];
  return answers.map(({ status, headers }) => [status, headers['X-RateLimit-Remaining']]);
}

const uses = (counts: { '400': boolean; '404': boolean }) => ({
  'refused-requests-count': { ...counts, '429': false },
});

test('refused requests use quota', () => {
  expect(remainingAfter()).toEqual([
    [400, '59'],
    [404, '58'],
    [405, '57'],
    [200, '56'],
  ]);
});

test('an answer of 404 gives the request back where it is not to count', () => {
  expect(remainingAfter(uses({ '400': true, '404': false }))).toEqual([
    [400, '59'],
    [404, '59'],
    [405, '58'],
    [200, '57'],
  ]);
});

test('any other refusal follows 400', () => {
  expect(remainingAfter(uses({ '400': false, '404': true }))).toEqual([
    [400, '60'],
    [404, '59'],
    [405, '59'],
    [200, '58'],
  ]);
});

test('a sliding window gives requests back too', () => {
  expect(remainingAfter({ ...uses({ '400': false, '404': false }), 'window-start': 'sliding' })).toEqual([
    [400, '60'],
    [404, '60'],
    [405, '60'],
    [200, '59'],
  ]);
});

test('a request that is given back is given back to the day as well', () => {
  const behaviour = { ...uses({ '400': false, '404': false }), 'described-window': 'day' } as const;
  expect(remainingAfter(behaviour).at(-1)).toEqual([200, '999']);
});

test('what an address pays for a 401 it does not get back', () => {
  const behaviour = { ...uses({ '400': false, '404': false }), 'unauthenticated-quota': 'per-address' } as const;
  const world = createWorld({ clock: '2026-11-21T12:00:00Z', behaviour });
  ask(world, 'GET', '/inventory', { key: null });
  expect(ask(world, 'GET', '/inventory', { key: null }).headers['X-RateLimit-Remaining']).toBe('58');
});

test('a 429 that is to count is not given back with the other refusals', () => {
  const behaviour = {
    'refused-requests-count': { '400': false, '404': false, '429': true },
    'described-window': 'day',
    'enterprise-limits': { perMinute: 1, perDay: 10 },
  } as const;
  const world = createWorld({ clock: '2026-11-21T12:00:00Z', behaviour });
  const remaining = Array.from({ length: 3 }, () => ask(world, 'GET', '/inventory', { key: 'test_enterprise' })).map(
    ({ headers }) => headers['X-RateLimit-Remaining'],
  );
  expect(remaining).toEqual(['9', '8', '7']);
});

test('a refusal that used no quota gives none back', () => {
  const behaviour = { ...uses({ '400': false, '404': false }), 'messages-rate-limited': false };
  const world = createWorld({ clock: '2026-11-21T12:00:00Z', behaviour });
  ask(world, 'GET', '/inventory');
  expect(ask(world, 'POST', '/messages', { json: {} }).status).toBe(400);
  expect(ask(world, 'GET', '/inventory').headers['X-RateLimit-Remaining']).toBe('58');
});

test('a request that cannot be afforded is refused before anybody can tell that it would be given back', () => {
  const world = createWorld({ clock: '2026-11-21T12:00:00Z', behaviour: uses({ '400': false, '404': false }) });
  for (let sent = 0; sent < 60; sent++) ask(world, 'GET', '/inventory');
  expect(ask(world, 'GET', '/nothing').status).toBe(429);
});
