import { expect, test } from 'vitest';
import { objectShape, profileOf, textShape } from '../src/fidelity/profile/profile-for-tests.js';
import { ask } from '../tests/ask.js';
import type { PetstoreResponse } from './neutral-http.js';
import { createPetstore } from './petstore.js';
import { World } from './world.js';

const NOON = '2026-11-21T12:00:00Z';
const bodyOf = ({ body }: PetstoreResponse) => JSON.parse(body ?? '');
const utf8 = { 'Content-Type': 'application/json; charset=utf-8' };
const error = objectShape({ code: textShape('x'), trace: objectShape({ id: textShape('t-1') }) });
const profile = profileOf({
  observed: { 'ban-status': 403, 'list-order': 'descending' },
  responses: {
    'listInventory 200': {
      headers: { ...utf8, Server: 'nginx', 'X-Request-Id': ['uuid', '3f2b8c1e-5a47-4d09-9e6b-7c1d2e3f4a5b'] },
      body: { type: ['array'], items: objectShape({ petId: { type: ['integer'] }, shelf: textShape('A-1') }) },
    },
    'getPet 404': {
      headers: { ...utf8, Server: 'nginx' },
      body: error,
    },
    'other 404': { headers: { server: 'nginx' }, body: 'other' },
    'other 405': { headers: { server: 'nginx' } },
  },
  latency: { listInventory: 100, other: 5 },
});
const open = (options: ConstructorParameters<typeof World>[0] = {}) =>
  new World({ clock: NOON, pets: 3, profile, ...options });

test('the profile settles the open questions, and the option overrides it', () => {
  const { behaviour } = open({ behaviour: { 'list-order': 'ascending' } });
  expect(behaviour['ban-status']).toBe(403);
  expect(behaviour['list-order']).toBe('ascending');
  expect(behaviour['unknown-method']).toBe(405);
});

test('responses have the headers of the deployment', () => {
  const world = open();
  const [first, second] = [ask(world, 'GET', '/inventory'), ask(world, 'GET', '/inventory')];
  expect(first.headers).toMatchObject({ Server: 'nginx', 'X-RateLimit-Limit': '60' });
  expect(first.headers).not.toHaveProperty('Cache-Control');
  expect(first.headers['X-Request-Id']).not.toBe(second.headers['X-Request-Id']);
  expect(ask(world, 'GET', '/inventory', { key: null }).headers).toMatchObject({ Server: 'nginx' });
});

test('items and errors have the fields of the deployment, in any order and after every update', () => {
  const world = open();
  const path = `/inventory/${world.inventory.list()[0]?.petId}`;
  expect(bodyOf(ask(world, 'PATCH', path, { json: { quantity: 77 } }))).toMatchObject({ quantity: 77, shelf: 'A-1' });
  const list = ask(world, 'GET', '/inventory');
  expect(bodyOf(list)).toContainEqual(expect.objectContaining({ quantity: 77 }));
  for (const item of bodyOf(list)) expect(item).toHaveProperty('shelf', 'A-1');
  expect(list.headers['Content-Length']).toBe(String(list.encodedBody?.length));
  const rejected = ask(world, 'PATCH', path, { json: {} });
  expect(bodyOf(rejected)).toMatchObject({ code: 'invalid_request', status: 400, trace: { id: 't-1' } });
  expect(rejected.headers['Content-Type']).toBe('application/json; charset=utf-8');
});

test('an unknown path gets plain text if it does on the deployment', () => {
  const { status, body, headers } = ask(open(), 'GET', '/nothing');
  expect([status, headers['Content-Type']]).toEqual([404, 'text/plain; charset=utf-8']);
  expect(body).toBe('Requested resource could not be found');
  expect(headers['Content-Length']).toBe(String(body?.length));
});

test('an unknown method gets no body if it does on the deployment', () => {
  const { status, body, headers } = ask(open(), 'DELETE', '/inventory');
  expect([status, body, headers['Content-Length']]).toEqual([405, undefined, '0']);
  expect(headers).not.toHaveProperty('Content-Type');
});

test('responses have latency if enabled, unless a fault sets the delay', () => {
  const world = open({ latency: true });
  expect(ask(world, 'GET', '/inventory').delayMs).toBe(100);
  expect(ask(world, 'GET', '/nothing').delayMs).toBe(5);
  world.faults.next('any', { delayMs: 9_999 });
  expect(ask(world, 'GET', '/inventory').delayMs).toBe(9_999);
  expect(ask(open(), 'GET', '/inventory').delayMs).toBe(0);
});

test('a reset restarts the draws, and a snapshot continues them', () => {
  const petstore = createPetstore({ clock: NOON, pets: 3, profile, latency: true });
  const list = () =>
    petstore.handle({ method: 'GET', path: '/v1/inventory', headers: { Authorization: 'Bearer test_pro' } });
  const look = () => {
    const { headers, delayMs } = list();
    return [headers['X-Request-Id'], delayMs];
  };
  const first = look();
  const snapshot = petstore.snapshot();
  const second = look();
  petstore.restore(snapshot);
  expect(look()).toEqual(second);
  petstore.reset();
  expect(look()).toEqual(first);
});

test('another deployment can be imitated from the next request', () => {
  const world = open();
  const saved = world.state();
  const { imitation } = new World({
    profile: profileOf({ responses: { 'getPet 200': { headers: { Server: 'caddy' } } } }),
  });
  if (imitation) world.imitate(imitation.deployment);
  const response = ask(world, 'GET', '/inventory');
  expect(response.headers.Server).toBe('caddy');
  expect(bodyOf(response)[0]).not.toHaveProperty('shelf');
  world.restore(saved);
  expect(ask(world, 'GET', '/inventory').headers.Server).toBe('nginx');
});

test('an operation that returned 410 when the profile was learned has ended', () => {
  const world = open({ profile: profileOf({ observed: { 'after-sunset': 410 } }) });
  expect(ask(world, 'GET', `/pets/${world.inventory.list()[0]?.petId}`).status).toBe(410);
});

test('a preflight gets its usual response', () => {
  const headers = [['origin', 'http://a.example'] as const, ['access-control-request-method', 'GET'] as const];
  expect(ask(open(), 'OPTIONS', '/inventory', { headers }).headers).not.toHaveProperty('Server');
});

test('an observed choice is not an assumption, unless it was changed', () => {
  const seen = profileOf({
    observed: {
      'list-order': 'descending',
      'described-window': 'minute',
      'rate-limit-fields': 'x',
      'window-start': 'calendar',
      'error-codes': { 'key-missing': 'NO_KEY' },
      'www-authenticate': 'Bearer',
    },
  });
  const assumedWith = (key?: null, behaviour = {}) => {
    const world = new World({ clock: NOON, profile: seen, behaviour, showAssumptions: true });
    return ask(world, 'GET', '/inventory', key === null ? { key } : {}).headers['X-Mock-Assumed'];
  };
  expect(assumedWith()).toBeUndefined();
  expect(assumedWith(undefined, { 'list-order': 'ascending' })).toBe('list-order');
  expect(assumedWith(null)).toBe('error-messages, unauthenticated-quota');
  expect(assumedWith(null, { 'error-codes': { unauthorized: 'NO' } })).toBe(
    'error-codes, error-messages, unauthenticated-quota',
  );
});

test('a response with an unobserved member is still an assumption', () => {
  const { questions, ...rest } = profileOf({
    observed: { 'window-start': 'calendar', 'refused-requests-count': { '400': true, '404': true, '429': false } },
  });
  const counts = { ...questions['refused-requests-count'], unseen: ['429'] };
  const partly = { ...rest, questions: { ...questions, 'refused-requests-count': counts } };
  const world = new World({ clock: NOON, profile: partly, showAssumptions: true });
  const assumed = ask(world, 'GET', '/pets/999999').headers['X-Mock-Assumed']?.split(', ');
  expect(assumed).toContain('refused-requests-count');
  expect(assumed).not.toContain('window-start');
});

test('latency without a profile is rejected', () => {
  expect(() => createPetstore({ latency: true })).toThrow(
    /Opening the fake: the option latency needs a profile.*profile: JSON\.parse/,
  );
});

test('an invalid profile is rejected with its position', () => {
  expect(() => createPetstore({ profile: { ...profile, latency: 7 } })).toThrow(
    /Reading the profile of the option: \/latency/,
  );
  // @ts-expect-error: a profile is an object, not a file name.
  expect(() => createPetstore({ profile: 'petstore-profile.json' })).toThrow(/the option profile has the wrong type/);
});
