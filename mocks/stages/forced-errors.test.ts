import { expect, test } from 'vitest';
import { type AskOptions, ask } from '../../tests/ask.js';
import type { Fault } from '../faults/faults.js';
import { World } from '../world.js';
import type { WorldOptions } from '../world-options.js';

const noon = (options: WorldOptions = {}) => new World({ clock: '2026-11-21T12:00:00Z', pets: 2, ...options });

function failed(fault: Fault, options: AskOptions = {}, world = noon()) {
  world.faults.next('any', fault);
  return ask(world, 'GET', '/inventory', options);
}

test.each([
  [400, 'invalid_request'],
  [401, 'unauthorized'],
  [403, 'key_banned'],
  [404, 'not_found'],
  [418, 'invalid_request'],
  [429, 'rate_limit_exceeded'],
  [500, 'internal_error'],
  [503, 'internal_error'],
  [599, 'internal_error'],
])('a fault of status %d is an Error with the code %s', (status, code) => {
  const response = failed({ status });
  expect(response.status).toBe(status);
  expect(JSON.parse(response.body ?? '')).toEqual({
    code,
    message: `A fault forced the status ${status}.`,
    status,
  });
});

test('a forced error response is as complete as a real one', () => {
  expect(failed({ status: 401 }).headers['WWW-Authenticate']).toBe('Bearer realm="petstore", error="invalid_token"');
  expect(failed({ status: 405 }).headers.Allow).toBe('GET');
  expect(failed({ status: 403 }).headers['Retry-After']).toBe('60');
  expect(failed({ status: 429 }).headers).toMatchObject({
    'Retry-After': '60',
    'X-RateLimit-Limit': '60',
    'X-RateLimit-Remaining': '0',
  });
});

test('the response has the limits of the sent key', () => {
  expect(failed({ status: 503 }, { key: 'test_pro' }).headers['X-RateLimit-Limit']).toBe('300');
  expect(failed({ status: 503 }, { key: 'test_pro' }).keyAlias).toBe('key#2');
});

test('a fault precedes every check', () => {
  const world = noon();
  world.faults.always('any', { status: 503 });
  const statuses = [
    ask(world, 'GET', '/inventory', { key: null }),
    ask(world, 'GET', '/nothing'),
    ask(world, 'DELETE', '/inventory'),
    ask(world, 'PATCH', '/inventory/abc'),
  ].map(({ status }) => status);
  expect(statuses).toEqual([503, 503, 503, 503]);
});

test.each<Fault>([{ status: 503 }, { network: 'reset' }])('%o executes nothing and uses no quota', (fault) => {
  const world = noon();
  const before = world.inventory.snapshot();
  world.faults.next('updateInventory', fault);
  ask(world, 'PATCH', '/inventory/1', { json: { quantity: 999 } });
  expect(world.inventory.snapshot()).toEqual(before);
  expect(ask(world, 'GET', '/inventory').headers['X-RateLimit-Remaining']).toBe('59');
});

test('an address without a key uses no quota either', () => {
  const world = noon({ behaviour: { 'unauthenticated-quota': 'per-address' } });
  failed({ status: 503 }, { key: null }, world);
  world.clock.advance('30s');
  const { headers } = ask(world, 'GET', '/inventory', { key: null });
  expect(headers['X-RateLimit-Remaining']).toBe('59');
  expect(headers['X-RateLimit-Reset']).toBe(String(Date.parse('2026-11-21T12:01:30Z') / 1000));
});

test('forced 429s never cause a ban', () => {
  const world = noon({ behaviour: { 'ban-threshold': 1 } });
  failed({ status: 429 }, {}, world);
  expect(ask(world, 'GET', '/inventory').status).toBe(200);
});

test('a reset is left to the edge', () => {
  expect(failed({ network: 'reset', delayMs: 5 })).toMatchObject({ cut: 'reset', delayMs: 5 });
});

test.each<Fault>([{ delayMs: 2000 }, { body: 'truncated' }])('%o executes the request', (fault) => {
  const world = noon();
  world.faults.next('updateInventory', fault);
  const response = ask(world, 'PATCH', '/inventory/1', { json: { quantity: 999 } });
  expect(response).toMatchObject({ status: 200, delayMs: fault.delayMs ?? 0, cut: fault.body });
  expect(response.headers['X-RateLimit-Remaining']).toBe('59');
  expect(world.inventory.get('1')?.quantity).toBe(999);
});

test.each([
  ['GET', '/inventory', undefined],
  ['GET', '/nowhere', undefined],
  ['PATCH', '/inventory/1', { quantity: 999 }],
  ['POST', '/messages', { message: 'Grüße, 世界' }],
] as const)('a malformed response to %s %s is complete but not JSON', (method, path, json) => {
  const options = json === undefined ? {} : { json };
  const whole = ask(noon(), method, path, options);
  const world = noon();
  world.faults.next('any', { body: 'malformed' });
  const response = ask(world, method, path, options);
  expect(response).toMatchObject({ status: whole.status, headers: whole.headers, cut: undefined });
  expect(response.encodedBody).toBeUndefined();
  expect(Buffer.byteLength(response.body ?? '')).toBe(Number(response.headers['Content-Length']));
  expect(() => JSON.parse(response.body ?? '')).toThrow(SyntaxError);
});

test('a malformed update is applied', () => {
  const world = noon();
  world.faults.next('updateInventory', { body: 'malformed' });
  ask(world, 'PATCH', '/inventory/1', { json: { quantity: 999 } });
  expect(world.inventory.get('1')?.quantity).toBe(999);
});

test('an error response can be malformed too', () => {
  const response = failed({ status: 503, body: 'malformed' });
  expect([response.status, response.body?.endsWith(']')]).toEqual([503, true]);
});

test('the response reports its fault, its delay and its body duration', () => {
  const world = noon();
  const id = world.faults.next('any', { delayMs: 300, dripMs: 4000 });
  expect(ask(world, 'GET', '/inventory')).toMatchObject({ status: 200, delayMs: 300, dripMs: 4000, faultId: id });
  expect(ask(world, 'GET', '/inventory')).toMatchObject({ delayMs: 0, dripMs: 0, faultId: undefined });
});

test('a response without a body cannot be slow or malformed', () => {
  const world = noon();
  const { headers } = ask(world, 'HEAD', '/inventory');
  world.faults.next('any', { dripMs: 4000, body: 'malformed' });
  const response = ask(world, 'HEAD', '/inventory');
  expect(response).toMatchObject({ status: 200, body: undefined, dripMs: 0, cut: undefined });
  expect(response.headers['Content-Length']).toBe(headers['Content-Length']);
});

test('a fault for a key meets only its requests, including revoked keys', () => {
  const world = noon();
  world.faults.always('any', { status: 503 }, { key: 'test_revoked' });
  const statusFor = (key: string | null) => ask(world, 'GET', '/inventory', { key }).status;
  expect([statusFor('test_free'), statusFor('test_revoked'), statusFor(null)]).toEqual([200, 503, 401]);
});

test('an error response can be slow and truncated', () => {
  expect(failed({ status: 503, delayMs: 10, body: 'truncated' })).toMatchObject({
    status: 503,
    delayMs: 10,
    cut: 'truncated',
  });
});

test('a fault for an operation meets no other method of its path', () => {
  const world = noon();
  world.faults.always('listInventory', { status: 503 });
  expect(ask(world, 'HEAD', '/inventory').status).toBe(200);
  expect(ask(world, 'GET', '/inventory').status).toBe(503);
});

test('preflights and paths of other services meet no fault', () => {
  const world = noon();
  world.faults.always('any', { status: 503 });
  const headers = [
    ['origin', 'http://localhost:5173'],
    ['access-control-request-method', 'PATCH'],
  ] as const;
  expect(ask(world, 'OPTIONS', '/inventory/1', { key: null, headers }).status).toBe(204);
  expect(ask(world, 'GET', '0/inventory').status).toBe(404);
});

test('Prefer is ignored if a fault decides', () => {
  const world = noon({ prefer: true });
  const response = failed({ status: 503 }, { headers: [['prefer', 'code=404']] }, world);
  expect(response.status).toBe(503);
  expect(response.headers).not.toHaveProperty('Preference-Applied');
});

const forcingWorld = () => new World({ clock: '2026-11-21T12:00:00Z', prefer: true });
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
  const response = prefer(`code=${status}`);
  expect(response.status).toBe(status);
  expect(response.headers['Preference-Applied']).toBe(`code=${status}`);
  expect(JSON.parse(response.body ?? '')).toEqual({
    code,
    message: `Forced by the header Prefer: code=${status}.`,
    status,
  });
});

test('a forced response is complete', () => {
  expect(prefer('code=401').headers['WWW-Authenticate']).toBe('Bearer realm="petstore", error="invalid_token"');
  expect(prefer('code=405').headers.Allow).toBe('GET');
  expect(prefer('code=403').headers['Retry-After']).toBe('60');
  expect(prefer('code=429').headers).toMatchObject({ 'Retry-After': '60', 'X-RateLimit-Remaining': '0' });
});

test('a forced 405 lists the allowed methods of the path', () => {
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

test('a code that cannot be forced is rejected', () => {
  const { status, headers, body } = prefer('code=418');
  expect(status).toBe(400);
  expect(headers).not.toHaveProperty('Preference-Applied');
  expect(JSON.parse(body ?? '').message).toBe(
    'Prefer: code=418 cannot be forced. Supported codes: 400, 401, 403, 404, 405, 410, 413, 415, 429, 500.',
  );
});

test('a forced response changes nothing and uses no quota', () => {
  const world = forcingWorld();
  const before = world.inventory.snapshot();
  const headers = [['prefer', 'code=500']] as const;
  ask(world, 'PATCH', '/inventory/1', { headers, json: { quantity: 999 } });
  expect(world.inventory.snapshot()).toEqual(before);
  expect(ask(world, 'GET', '/inventory').headers['X-RateLimit-Remaining']).toBe('59');
});

test('a response can be forced when the quota is spent', () => {
  const world = forcingWorld();
  for (let sent = 0; sent < 60; sent++) ask(world, 'GET', '/inventory');
  expect(prefer('code=404', world).status).toBe(404);
});

test('a forced 429 does not cause a ban', () => {
  const world = forcingWorld();
  world.setBehaviour({ 'ban-threshold': 1 });
  prefer('code=429', world);
  expect(ask(world, 'GET', '/inventory').status).toBe(200);
});

test('forcing needs a key', () => {
  expect(ask(forcingWorld(), 'GET', '/inventory', { key: null, headers: [['prefer', 'code=404']] }).status).toBe(401);
});

test('the header is ignored without the option', () => {
  expect(prefer('code=404', new World()).status).toBe(200);
});
