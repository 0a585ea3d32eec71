import { expect, test } from 'vitest';
import { ask } from '../../tests/ask.js';
import { createWorld } from '../world.js';

const preflight = [
  ['origin', 'http://localhost:5173'],
  ['access-control-request-method', 'PATCH'],
] as const;

test('a preflight needs no key, spends no quota and carries no rate-limit headers', () => {
  const world = createWorld({ clock: '2026-11-21T12:00:00Z', behaviour: { 'unauthenticated-quota': 'per-address' } });
  const answer = ask(world, 'OPTIONS', '/inventory/1', { key: null, headers: preflight });
  expect(answer).toEqual({
    status: 204,
    headers: {
      Date: 'Sat, 21 Nov 2026 12:00:00 GMT',
      'Cache-Control': 'no-store',
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': expect.stringContaining('X-RateLimit-Limit'),
      'Access-Control-Allow-Methods': 'GET, HEAD, PATCH, POST, OPTIONS',
      'Access-Control-Allow-Headers': 'authorization, content-type',
      'Access-Control-Max-Age': '600',
    },
    body: undefined,
    delayMs: 0,
    keyAlias: undefined,
    assumed: new Set(),
    dripMs: 0,
    faultId: undefined,
  });
  expect(ask(world, 'GET', '/inventory', { key: null }).headers['X-RateLimit-Remaining']).toBe('59');
});

test('the headers that were asked for are allowed by name', () => {
  const headers = [...preflight, ['access-control-request-headers', 'authorization,prefer']] as const;
  const answer = ask(createWorld(), 'OPTIONS', '/inventory/1', { key: null, headers });
  expect(answer.headers['Access-Control-Allow-Headers']).toBe('authorization,prefer');
});

test.each(['/nothing', '/inventory/%zz'])('%s is preflighted too, so that a page can read the refusal', (path) => {
  expect(ask(createWorld(), 'OPTIONS', path, { key: null, headers: preflight }).status).toBe(204);
});

test.each([
  ['without an origin', preflight.slice(1)],
  ['without a method asked for', preflight.slice(0, 1)],
])('an OPTIONS request %s is no preflight', (_, headers) => {
  expect(ask(createWorld(), 'OPTIONS', '/inventory', { key: null, headers }).status).toBe(401);
});

test('a fake without CORS answers no preflight and lets no page read an answer', () => {
  const world = createWorld({ cors: false });
  expect(ask(world, 'OPTIONS', '/inventory', { headers: preflight }).status).toBe(405);
  expect(ask(world, 'GET', '/inventory').headers).not.toHaveProperty('Access-Control-Allow-Origin');
});

test('every other answer can be read by pages of any origin, its headers named one by one', () => {
  for (const key of ['test_free', null]) {
    expect(ask(createWorld(), 'GET', '/inventory', { key }).headers).toMatchObject({
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers':
        'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Deprecation, Sunset, Link, WWW-Authenticate, X-Mock-Assumed',
    });
  }
});
