import { expect, test } from 'vitest';
import type { Behaviour } from '../../src/service/behaviour.js';
import { ask } from '../../tests/ask.js';
import { World } from '../world.js';

const NOON = '2026-11-21T12:00:00Z';

function authenticate(...values: string[]) {
  const headers = values.map((value) => ['authorization', value] as const);
  return ask(new World({ clock: NOON }), 'GET', '/inventory', { key: null, headers });
}

test.each(['test_free', 'test_pro', 'test_business', 'test_enterprise'])('the key %s is accepted', (key) => {
  expect(authenticate(`Bearer ${key}`).status).toBe(200);
});

test.each(['bearer test_free', 'BEARER test_free', 'Bearer   test_free', ' Bearer test_free '])(
  '%j is equivalent: schemes are case-insensitive, and blanks are ignored',
  (value) => {
    expect(authenticate(value).status).toBe(200);
  },
);

test.each([
  ['no header', [], 'The API key is missing.'],
  ['an empty header', [''], 'The API key is missing.'],
  ['a scheme alone', ['Bearer'], 'The API key is missing.'],
  ['a scheme and blanks', ['Bearer   '], 'The API key is missing.'],
  ['a key alone', ['test_free'], 'The Authorization header does not use the Bearer scheme.'],
  ['Basic', ['Basic test_free'], 'The Authorization header does not use the Bearer scheme.'],
  ['a tab for a blank', ['Bearer\ttest_free'], 'The Authorization header does not use the Bearer scheme.'],
  ['a key on two lines', ['Bearer test\n_free'], 'The API key is not known.'],
  ['a scheme with the prefix Bearer', ['Bearertest_free'], 'The Authorization header does not use the Bearer scheme.'],
  ['an unknown key', ['Bearer test_fre'], 'The API key is not known.'],
  ['a key in another case', ['Bearer TEST_FREE'], 'The API key is not known.'],
  ['a key and more', ['Bearer test_free test_free'], 'The API key is not known.'],
  ['two headers', ['Bearer test_free', 'Bearer test_free'], 'The API key is not known.'],
  ['a revoked key', ['Bearer test_revoked'], 'The API key was revoked.'],
])('%s gets 401 with the reason', (_, values, reason) => {
  const { status, body } = authenticate(...values);
  expect(status).toBe(401);
  expect(JSON.parse(body ?? '')).toMatchObject({ code: 'unauthorized', status: 401 });
  expect(JSON.parse(body ?? '').message).toContain(`${reason} Send the header Authorization: Bearer <API_KEY>`);
});

test('a key only in the query is ignored', () => {
  const world = new World({ clock: NOON });
  expect(ask(world, 'GET', '/inventory', { key: null, headers: [['x-api-key', 'test_free']] }).status).toBe(401);
});

test('a response carries the key’s pseudonym if the key was accepted', () => {
  expect(authenticate('Bearer test_pro').keyAlias).toBe('key#2');
  expect(authenticate('Bearer test_revoked').keyAlias).toBeUndefined();
  expect(authenticate('Bearer nobody').keyAlias).toBeUndefined();
});

test('responses of 401 have the Free plan’s limits and use no quota', () => {
  const world = new World({ clock: NOON });
  for (let sent = 0; sent < 100; sent++) ask(world, 'GET', '/inventory', { key: null });
  expect(ask(world, 'GET', '/inventory', { key: null })).toMatchObject({
    status: 401,
    headers: { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '60' },
  });
  expect(ask(world, 'GET', '/inventory').headers['X-RateLimit-Remaining']).toBe('59');
});

test('with a bucket per address, responses of 401 use it up', () => {
  const world = new World({ clock: NOON, behaviour: { 'unauthenticated-quota': 'per-address' } });
  const from = (address: string, key: string | null = null) => ask(world, 'GET', '/inventory', { key, from: address });
  for (let sent = 0; sent < 59; sent++) from('10.0.0.1');
  expect(from('10.0.0.1')).toMatchObject({ status: 401, headers: { 'X-RateLimit-Remaining': '0' } });
  expect(from('10.0.0.1')).toMatchObject({ status: 429, headers: { 'Retry-After': '60' } });
  expect(from('10.0.0.1', 'test_revoked').status).toBe(429);
  expect(from('10.0.0.2')).toMatchObject({ status: 401, headers: { 'X-RateLimit-Remaining': '59' } });
});

test('responses of 401 show their own limit, whichever window describes a key', () => {
  const shown = (quota: Behaviour['unauthenticated-quota']) => {
    const behaviour = { 'described-window': 'day', 'unauthenticated-quota': quota } as const;
    const { status, headers } = ask(new World({ clock: NOON, behaviour }), 'GET', '/inventory', { key: null });
    const resetSeconds = Number(headers['X-RateLimit-Reset']) - Date.parse(NOON) / 1_000;
    return [status, headers['X-RateLimit-Limit'], headers['X-RateLimit-Remaining'], resetSeconds];
  };
  expect(shown('free-plan-untouched')).toEqual([401, '60', '60', 60]);
  expect(shown('per-address')).toEqual([401, '60', '59', 60]);
});

test('a valid key does not use its address’s quota', () => {
  const world = new World({ clock: NOON, behaviour: { 'unauthenticated-quota': 'per-address' } });
  for (let sent = 0; sent < 61; sent++) ask(world, 'GET', '/inventory', { key: null, from: '10.0.0.1' });
  expect(ask(world, 'GET', '/inventory', { from: '10.0.0.1' })).toMatchObject({
    status: 200,
    headers: { 'X-RateLimit-Remaining': '59' },
  });
});

test('a world may explain an unknown key', () => {
  const explainUnknownKey = (key: string) => (key === 'iso_1' ? 'Its world was dropped.' : undefined);
  const world = new World({ clock: NOON }, { explainUnknownKey });
  const messageTo = (key: string) => JSON.parse(ask(world, 'GET', '/inventory', { key }).body ?? '').message;
  expect(messageTo('iso_1')).toBe('Its world was dropped.');
  expect(messageTo('iso_2')).toMatch(/^The API key is not known\. Send the header/);
  expect(messageTo('test_revoked')).toMatch(/^The API key was revoked\./);
});

test('without sample keys, none is suggested', () => {
  const world = new World({ clock: NOON, keys: { own: 'free' } }, { hasSampleKeys: false });
  const { status, body } = ask(world, 'GET', '/inventory', { key: 'test_free' });
  expect(status).toBe(401);
  expect(JSON.parse(body ?? '').message).toBe(
    'The API key is not known. Send the header Authorization: Bearer <API_KEY>.',
  );
  expect(ask(world, 'GET', '/inventory', { key: 'own' }).status).toBe(200);
});

test.each([
  ['no header', []],
  ['a Bearer header without a key', [['authorization', 'Bearer']]],
  ['a Bearer header with blanks for a key', [['authorization', 'Bearer   ']]],
  ['another scheme', [['authorization', 'Basic dXNlcjpwYXNz']]],
] as const)('a 401 for %s carries a bare challenge', (_, headers) => {
  const { headers: responded } = ask(new World({ clock: NOON }), 'GET', '/inventory', { key: null, headers });
  expect(responded['WWW-Authenticate']).toBe('Bearer realm="petstore"');
});

test.each(['test_revoked', 'unknown'])('a 401 for the key %s says that the token is invalid (RFC 6750)', (key) => {
  const { headers } = ask(new World({ clock: NOON }), 'GET', '/inventory', { key });
  expect(headers['WWW-Authenticate']).toBe('Bearer realm="petstore", error="invalid_token"');
});

test('only a 401 has a challenge', () => {
  const world = new World({ clock: NOON });
  expect(ask(world, 'GET', '/inventory').headers).not.toHaveProperty('WWW-Authenticate');
  expect(ask(world, 'GET', '/nothing').headers).not.toHaveProperty('WWW-Authenticate');
});
