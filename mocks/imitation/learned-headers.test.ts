import { expect, test } from 'vitest';
import { objectShape, profileOf } from '../../src/fidelity/profile/profile-for-tests.js';
import { ask } from '../../tests/ask.js';
import { World } from '../world.js';
import { createCachingLookup, createHeaderLookup } from './learned-headers.js';

const names = ({ headers }: ReturnType<ReturnType<typeof createHeaderLookup>>) => headers.map(({ name }) => name);

test('a place has the headers that were seen there', () => {
  const lookup = createHeaderLookup(
    profileOf({ responses: { 'getPet 200': { headers: { Server: 'nginx', 'X-Pet': 'yes' } } } }),
  );
  expect(names(lookup('getPet 200'))).toEqual(['Server', 'X-Pet']);
});

test('a place that was not seen has those of all places, whatever their case', () => {
  const lookup = createHeaderLookup(
    profileOf({
      responses: {
        'getPet 200': { headers: { Server: 'nginx', 'X-Pet': 'yes', 'X-Id': '7', 'X-Zone': 'a' } },
        'other 404': { headers: { server: 'nginx', 'X-Id': ['integer', '12'], 'X-Zone': 'b' } },
      },
    }),
  );
  expect(names(lookup('listInventory 401'))).toEqual(['Server', 'X-Id']);
  expect(lookup('listInventory 401').headers[1]?.kind).toBe('integer');
});

test('nothing is added where nothing was seen', () => {
  expect(createHeaderLookup(profileOf({}))('listInventory 200')).toEqual({ headers: [], contentType: undefined });
});

test('what the fake says itself is not taken over', () => {
  const lookup = createHeaderLookup(
    profileOf({
      responses: {
        'getPet 200': {
          headers: {
            'x-ratelimit-limit': '7',
            'Content-Length': '7',
            'Access-Control-Allow-Origin': 'https://a.example',
            Link: '</next>; rel="next"',
          },
        },
        'listInventory 200': { headers: { Link: '</next>; rel="next"' } },
      },
    }),
  );
  expect(names(lookup('getPet 200'))).toEqual([]);
  expect(names(lookup('listInventory 200'))).toEqual(['Link']);
});

test('the content type of a place that was not seen is that of all places with JSON', () => {
  const body = objectShape({});
  const lookup = createHeaderLookup(
    profileOf({
      responses: {
        'getPet 200': { headers: { 'Content-Type': 'application/json; charset=utf-8' }, body },
        'getPet 404': { headers: { 'content-type': 'application/json; charset=utf-8' }, body },
        'other 404': { headers: { 'Content-Type': 'text/html' }, body: 'other' },
        'other 204': {},
      },
    }),
  );
  expect(lookup('listInventory 200').contentType).toBe('application/json; charset=utf-8');
  expect(lookup('other 404').contentType).toBe('text/html');
});

const body = objectShape({});
const profile = profileOf({
  responses: {
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
  const world = new World({ profile, clock: '2026-11-21T12:00:00Z' });
  const cacheControl = (path: string) => ask(world, 'GET', path).headers['Cache-Control'];
  expect(cacheControl('/inventory')).toBe('private, max-age=0');
  expect(cacheControl('/nowhere')).toBeUndefined();
  expect([...ask(world, 'GET', '/inventory').assumed]).not.toContain('cache-control');
  world.setBehaviour({ 'cache-control': 'public' });
  expect([cacheControl('/inventory'), cacheControl('/nowhere')]).toEqual(['public', 'public']);
  expect([...ask(world, 'GET', '/inventory').assumed]).toContain('cache-control');
});
