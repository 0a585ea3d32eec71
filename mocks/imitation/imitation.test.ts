import { expect, test } from 'vitest';
import { objectShape, profileOf, textShape } from '../../src/fidelity/profile/profile-for-tests.js';
import { InputError } from '../../src/spec/validation/input-error.js';
import { openDeployment } from './deployment.js';
import { Imitation, readProfile } from './imitation.js';

const profile = profileOf({
  responses: {
    'listInventory 200': {
      headers: { Server: 'nginx', 'X-Request-Id': ['hex', 'a1b2c3d4'], 'Content-Type': 'application/problem+json' },
      body: objectShape({}),
    },
    'other 404': { headers: { 'Content-Type': 'text/html' }, body: 'other' },
    'other 405': {},
    'getPet 401': {},
    'getPet 404': { headers: { 'Content-Type': 'text/html' }, body: 'other' },
  },
  latency: { listInventory: [100, 200, 400] },
});
const open = (options = { hasLatency: true, seed: 1 }) =>
  new Imitation(openDeployment(profile), options.hasLatency, options.seed);
const list = (imitation: ReturnType<typeof open>) => imitation.next('listInventory', 200, 0, '/v1/inventory');

test('constant headers stay, and the others vary per response', () => {
  const imitation = open();
  const ids = Array.from({ length: 20 }, () => list(imitation).headers);
  expect(ids.every(({ Server }) => Server === 'nginx')).toBe(true);
  expect(new Set(ids.map((headers) => headers['X-Request-Id'])).size).toBe(20);
});

test('a reset starts the draws again, and a restored state continues them', () => {
  const imitation = open();
  const first = list(imitation);
  const saved = imitation.state();
  const second = list(imitation);
  expect(second).not.toEqual(first);
  imitation.restore(saved);
  expect(list(imitation)).toEqual(second);
  imitation.restore();
  expect(list(imitation)).toEqual(first);
});

test('another seed yields other draws', () => {
  expect(list(open({ hasLatency: true, seed: 2 }))).not.toEqual(list(open()));
});

test('responses have latency only if enabled', () => {
  const imitation = open();
  const lengths = Array.from({ length: 1_000 }, () => list(imitation).delayMs).sort((a, b) => a - b);
  expect(Math.abs((lengths[500] ?? 0) - 100)).toBeLessThan(10);
  expect(Math.abs((lengths[900] ?? 0) - 200)).toBeLessThan(30);
  expect(list(open({ hasLatency: false, seed: 1 })).delayMs).toBe(0);
});

test('an Error is missing only for unknown paths, and a non-JSON content type is not used for JSON', () => {
  const imitation = open();
  expect(list(imitation).contentType).toBe('application/problem+json');
  expect(imitation.next('other', 404, 0, '/v1/inventory')).toMatchObject({
    errorBody: 'text',
    contentType: 'text/html',
  });
  expect(imitation.next('other', 405, 0, '/v1/inventory').errorBody).toBe('nothing');
  expect(imitation.next('getPet', 401, 0, '/v1/inventory').errorBody).toBe('error');
  expect(imitation.next('getPet', 404, 0, '/v1/inventory')).toMatchObject({
    errorBody: 'error',
    contentType: 'application/json',
  });
});

test('optional fields alternate, also after a reset or a restore', () => {
  const body = { type: ['object'], properties: { note: { type: ['string'], examples: ['x'] } } } as const;
  const profile = profileOf({ responses: { 'updateInventory 200': { body } } });
  const imitation = new Imitation(openDeployment(profile), false, 1);
  const next = () => imitation.nextFields('updateInventory', 200);
  expect([next(), next(), next()]).toEqual([',"note":"x"', '', ',"note":"x"']);
  const saved = imitation.state();
  expect(next()).toBe('');
  imitation.restore(saved);
  expect(next()).toBe('');
  imitation.restore();
  expect(next()).toBe(',"note":"x"');
});

test('time- and request-dependent fields are recomputed in each error', () => {
  const live = (value: 'now' | 'unique' | 'path', example: string | number) =>
    ({ type: [typeof example === 'number' ? 'integer' : 'string'], examples: [example], 'x-value': value }) as const;
  const body = objectShape({
    code: textShape('x'),
    at: live('now', '2026-01-31T09:30:00.000+00:00'),
    unix: live('now', 1_767_225_600),
    path: live('path', '/v1/inventory'),
    trace: objectShape({ id: live('unique', 'a1b2c3d4e5f60798') }),
    hint: textShape('none'),
  });
  const imitation = new Imitation(openDeployment(profileOf({ responses: { 'getPet 404': { body } } })), false, 1);
  const fieldsAt = (nowMs: number) =>
    JSON.parse(`{${imitation.next('getPet', 404, nowMs, '/v1/pets/8').fields.slice(1)}}`);
  const [first, second] = [fieldsAt(1_500), fieldsAt(61_500)];
  expect(first).toEqual({
    at: '1970-01-01T00:00:01.500+00:00',
    unix: 1,
    path: '/v1/pets/8',
    trace: { id: expect.stringMatching(/^[0-9a-f]{16}$/) },
    hint: 'none',
  });
  expect(second).toMatchObject({ at: '1970-01-01T00:01:01.500+00:00', unix: 61 });
  expect(second.trace.id).not.toBe(first.trace.id);
});

test('a parsed profile file is accepted', () => {
  const profile = profileOf({ observed: { 'ban-status': 403 }, latency: { getPet: [1, 2, 3] } });
  expect(readProfile(JSON.parse(JSON.stringify(profile)))).toEqual(profile);
});

test.each([
  [{}, 'it is not a profile but JSON of another kind'],
  [{ ...profileOf({}), latency: { getPet: { count: 0 } } }, '/latency/getPet'],
  [profileOf({ observed: { 'ban-status': 418 as never } }), '/ban-status'],
  [{ ...profileOf({}), rules: () => {} }, '/rules'],
])('an invalid profile is rejected with its option and position (%#)', (profile, place) => {
  expect(() => readProfile(profile)).toThrow(InputError);
  expect(() => readProfile(profile)).toThrow('of the option');
  expect(() => readProfile(profile)).toThrow(place);
});
