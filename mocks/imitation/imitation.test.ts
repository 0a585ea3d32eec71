import { expect, test } from 'vitest';
import { objectShape, profileOf } from '../../src/fidelity/profile/profile-for-tests.js';
import { type Imitation, openDeployment, openImitation } from './imitation.js';

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
  latency: { listInventory: 100 },
});
const open = (options = { hasLatency: true, seed: 1 }) =>
  openImitation(openDeployment(profile), { latency: options.hasLatency, seed: options.seed }) as Imitation;
const list = (imitation: ReturnType<typeof open>) => imitation.next('listInventory', 200, 0);

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

test('responses have the median latency only if enabled, also where none was measured', () => {
  const imitation = open();
  expect(list(imitation).delayMs).toBe(100);
  expect(imitation.next('getPet', 404, 0).delayMs).toBe(100);
  expect(list(open({ hasLatency: false, seed: 1 })).delayMs).toBe(0);
});

test('an Error is missing only for unknown paths, and a non-JSON content type is not used for JSON', () => {
  const imitation = open();
  expect(list(imitation).contentType).toBe('application/problem+json');
  expect(imitation.next('other', 404, 0)).toMatchObject({
    errorBody: 'text',
    contentType: 'text/html',
  });
  expect(imitation.next('other', 405, 0).errorBody).toBe('nothing');
  expect(imitation.next('getPet', 401, 0).errorBody).toBe('error');
  expect(imitation.next('getPet', 404, 0)).toMatchObject({
    errorBody: 'error',
    contentType: 'application/problem+json',
  });
});
