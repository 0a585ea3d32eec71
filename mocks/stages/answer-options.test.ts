import { expect, test } from 'vitest';
import { ask } from '../../tests/ask.js';
import { createWorld } from '../world.js';

test('an OPTIONS request gets 405 with the methods that work', () => {
  const { status, headers } = ask(createWorld(), 'OPTIONS', '/inventory');
  expect({ status, allow: headers.Allow }).toEqual({ status: 405, allow: 'GET, HEAD' });
});

test.each([
  ['/inventory', 'GET, HEAD, OPTIONS'],
  ['/inventory/1', 'PATCH, OPTIONS'],
  ['/inventory/abc', 'PATCH, OPTIONS'],
  ['/messages', 'POST, OPTIONS'],
])('where the behaviour takes it, OPTIONS %s gets 204 and no body', (path, allow) => {
  const world = createWorld({ behaviour: { 'plain-options': 204 } });
  const { status, headers, body } = ask(world, 'OPTIONS', path);
  expect({ status, allow: headers.Allow, body }).toEqual({ status: 204, allow, body: undefined });
  expect(headers).not.toHaveProperty('Content-Length');
  expect(headers).toHaveProperty('X-RateLimit-Remaining', '59');
});

test('OPTIONS of an unknown path gets 404', () => {
  const world = createWorld({ behaviour: { 'plain-options': 204 } });
  expect(ask(world, 'OPTIONS', '/nothing').status).toBe(404);
});
