import { expect, test } from 'vitest';
import { ask } from '../../tests/ask.js';
import { createWorld } from '../world.js';

const forcingWorld = () => createWorld({ clock: '2026-11-21T12:00:00Z', behaviour: { 'prefer-header': 'on' } });
const prefer = (value: string, world = forcingWorld()) =>
  ask(world, 'GET', '/inventory', { headers: [['prefer', value]] });

test.each([
  [400, 'invalid_request'],
  [401, 'unauthorized'],
  [403, 'key_banned'],
  [404, 'not_found'],
  [405, 'method_not_allowed'],
  [410, 'gone'],
  [413, 'payload_too_large'],
  [415, 'unsupported_media_type'],
  [429, 'rate_limit_exceeded'],
  [500, 'internal_error'],
])('Prefer: code=%d forces an Error with the code %s', (status, code) => {
  const answer = prefer(`code=${status}`);
  expect(answer.status).toBe(status);
  expect(answer.headers['Preference-Applied']).toBe(`code=${status}`);
  expect(JSON.parse(answer.body ?? '')).toEqual({
    code,
    message: `Forced by the header Prefer: code=${status}.`,
    status,
  });
});

test('a forced answer is complete', () => {
  expect(prefer('code=401').headers['WWW-Authenticate']).toBe('Bearer realm="petstore", error="invalid_token"');
  expect(prefer('code=405').headers.Allow).toBe('GET');
  expect(prefer('code=403').headers['Retry-After']).toBe('60');
  expect(prefer('code=429').headers).toMatchObject({ 'Retry-After': '60', 'X-RateLimit-Remaining': '0' });
});

test('a forced 405 allows what the path takes', () => {
  const headers = [['prefer', 'code=405']] as const;
  expect(ask(forcingWorld(), 'PATCH', '/inventory/1', { headers }).headers.Allow).toBe('PATCH');
  expect(ask(forcingWorld(), 'GET', '/nothing', { headers }).headers.Allow).toBe('GET');
});

test.each(['code=404', 'code="404"', 'respond-async, code=404', 'code=404; example=cat', 'example=cat code=404'])(
  'Prefer: %s forces 404',
  (value) => {
    expect(prefer(value).status).toBe(404);
  },
);

test.each(['code=200', 'code=204', 'respond-async', 'statuscode=404', 'code=4040', 'code=abc', ''])(
  'Prefer: %s forces nothing',
  (value) => {
    const { status, headers } = prefer(value);
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('Preference-Applied');
  },
);

test('a code that cannot be forced is refused, not pretended', () => {
  const { status, headers, body } = prefer('code=418');
  expect(status).toBe(400);
  expect(headers).not.toHaveProperty('Preference-Applied');
  expect(JSON.parse(body ?? '').message).toBe(
    'Prefer: code=418 cannot be forced. Codes that can: 400, 401, 403, 404, 405, 410, 413, 415, 429, 500.',
  );
});

test('a forced answer changes nothing and uses no quota', () => {
  const world = forcingWorld();
  const before = world.inventory.snapshot();
  const headers = [['prefer', 'code=500']] as const;
  ask(world, 'PATCH', '/inventory/1', { headers, json: { quantity: 999 } });
  expect(world.inventory.snapshot()).toEqual(before);
  expect(ask(world, 'GET', '/inventory').headers['X-RateLimit-Remaining']).toBe('59');
});

test('an answer can be forced when the quota is spent', () => {
  const world = forcingWorld();
  for (let sent = 0; sent < 60; sent++) ask(world, 'GET', '/inventory');
  expect(prefer('code=404', world).status).toBe(404);
});

test('a forced 429 leads to no ban', () => {
  const world = forcingWorld();
  world.setBehaviour({ 'ban-threshold': 1 });
  prefer('code=429', world);
  expect(ask(world, 'GET', '/inventory').status).toBe(200);
});

test('nobody without a key forces anything', () => {
  expect(ask(forcingWorld(), 'GET', '/inventory', { key: null, headers: [['prefer', 'code=404']] }).status).toBe(401);
});

test('the header forces nothing where the behaviour does not take it', () => {
  expect(prefer('code=404', createWorld()).status).toBe(200);
});
