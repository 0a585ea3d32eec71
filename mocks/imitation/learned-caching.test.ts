import { expect, test } from 'vitest';
import { ask } from '../../tests/ask.js';
import { createWorld } from '../world.js';
import { createCachingLookup } from './learned-caching.js';
import { objectOf, profileOf } from './profile-for-tests.js';

const body = objectOf({});
const profile = profileOf({
  answers: {
    'listInventory 200': { headers: { 'Cache-Control': 'private, max-age=0' }, body },
    'getPet 200': { headers: { 'cache-control': 'private, max-age=0' }, body },
    'listInventory 401': { body },
    'other 404': { body },
  },
});
const look = createCachingLookup(profile);

test('each kind of answer may be kept for as long as those of the deployment', () => {
  expect(look('getPet 200')).toMatchObject({ value: 'private, max-age=0' });
  expect(look('other 404')).toBe('none');
});

test('a kind that was not seen takes after those like it', () => {
  expect(look('updateInventory 200')).toMatchObject({ value: 'private, max-age=0' });
  expect(look('updateInventory 400')).toBe('none');
  expect(look('getPet 429')).toBeUndefined();
});

test('where the open question tells, or nothing does, there is nothing to look up', () => {
  expect(
    createCachingLookup({ ...profile, ...profileOf({ observed: { 'cache-control': 'private' } }) })('getPet 200'),
  ).toBe(undefined);
  expect(createCachingLookup(profileOf({}))('getPet 200')).toBeUndefined();
});

test('a world answers so until somebody chooses another', () => {
  const world = createWorld({ profile, clock: '2026-11-21T12:00:00Z' });
  const cacheControl = (path: string) => ask(world, 'GET', path).headers['Cache-Control'];
  expect(cacheControl('/inventory')).toBe('private, max-age=0');
  expect(cacheControl('/nowhere')).toBeUndefined();
  expect([...ask(world, 'GET', '/inventory').assumed]).not.toContain('cache-control');
  world.setBehaviour({ 'cache-control': 'public' });
  expect([cacheControl('/inventory'), cacheControl('/nowhere')]).toEqual(['public', 'public']);
  expect([...ask(world, 'GET', '/inventory').assumed]).toContain('cache-control');
});
