import { expect, test } from 'vitest';
import { ask } from '../../tests/ask.js';
import { createWorld } from '../world.js';

const NOON = '2026-11-21T12:00:00Z';

test.each([
  ['no header', []],
  ['a Bearer header without a key', [['authorization', 'Bearer']]],
  ['a Bearer header with blanks for a key', [['authorization', 'Bearer   ']]],
  ['another scheme', [['authorization', 'Basic dXNlcjpwYXNz']]],
] as const)('a 401 for %s carries a bare challenge', (_, headers) => {
  const { headers: answered } = ask(createWorld({ clock: NOON }), 'GET', '/inventory', { key: null, headers });
  expect(answered['WWW-Authenticate']).toBe('Bearer realm="petstore"');
});

test.each(['test_revoked', 'unknown'])('a 401 for the key %s says that the token is invalid (RFC 6750)', (key) => {
  const { headers } = ask(createWorld({ clock: NOON }), 'GET', '/inventory', { key });
  expect(headers['WWW-Authenticate']).toBe('Bearer realm="petstore", error="invalid_token"');
});

test('only a 401 carries a challenge', () => {
  const world = createWorld({ clock: NOON });
  expect(ask(world, 'GET', '/inventory').headers).not.toHaveProperty('WWW-Authenticate');
  expect(ask(world, 'GET', '/nothing').headers).not.toHaveProperty('WWW-Authenticate');
});
