import { expect, test } from 'vitest';
import type { Place } from '../../src/fidelity/profile/profile.js';
import { objectShape, profileOf } from '../../src/fidelity/profile/profile-for-tests.js';
import { ask } from '../../tests/ask.js';
import { World } from '../world.js';
import { createCachingLookup, createHeaderLookup } from './learned-headers.js';

const names = ({ headers }: ReturnType<ReturnType<typeof createHeaderLookup>>) => headers.map(({ name }) => name);

test('an observed response gets its observed headers', () => {
  const lookup = createHeaderLookup(
    profileOf({ responses: { 'getPet 200': { headers: { Server: 'nginx', 'X-Pet': 'yes' } } } }),
  );
  expect(names(lookup('getPet 200'))).toEqual(['Server', 'X-Pet']);
});

test('an unobserved response gets the headers common to all, in any case', () => {
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

/** A deployment with some of its headers by operation, class and status. */
const byPlace = profileOf({
  responses: {
    'getPet 200': { headers: { 'X-Area': 'pets', Vary: 'Origin' } },
    'getPet 401': { headers: { 'X-Area': 'pets', 'X-Frame-Options': 'DENY', 'X-Why': 'key' } },
    'listOrders 200': { headers: { 'X-Area': 'store', Vary: 'Origin' } },
    'listOrders 401': { headers: { 'X-Area': 'store', 'X-Frame-Options': 'DENY', 'X-Why': 'key' } },
    'listOrders 404': { headers: { 'X-Area': 'store', 'X-Frame-Options': 'DENY' } },
  },
});

test.each<[Place, Record<string, string>]>([
  ['getPet 404', { 'X-Area': 'pets', 'X-Frame-Options': 'DENY' }],
  ['getPet 429', { 'X-Area': 'pets', 'X-Frame-Options': 'DENY' }],
  ['listOrders 202', { 'X-Area': 'store', Vary: 'Origin' }],
  ['listInventory 401', { 'X-Frame-Options': 'DENY', 'X-Why': 'key' }],
])('an unobserved %s gets what its operation, class or status has in common', (place, expected) => {
  const { headers } = createHeaderLookup(byPlace)(place);
  expect(Object.fromEntries(headers.map(({ name, value }) => [name, value]))).toEqual(expected);
});

test('without observations no header is added', () => {
  expect(createHeaderLookup(profileOf({}))('listInventory 200')).toEqual({ headers: [], contentType: undefined });
});

test('headers of the fake itself are not overwritten', () => {
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

test('the content type of an unobserved response is that of all JSON responses', () => {
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

test('each kind of response gets its observed Cache-Control', () => {
  expect(look('getPet 200')).toMatchObject({ value: 'private, max-age=0' });
  expect(look('other 404')).toBe('none');
});

test('an unobserved kind uses those of similar ones', () => {
  expect(look('updateInventory 200')).toMatchObject({ value: 'private, max-age=0' });
  expect(look('updateInventory 400')).toBe('none');
  expect(look('getPet 429')).toBeUndefined();
});

function spendMinute(world: World): void {
  for (let sent = 0; sent < 60; sent++) ask(world, 'GET', '/inventory');
}

test('a 429 has the Cache-Control of another one, whatever the open question says of the others', () => {
  const limited = profileOf({
    observed: { 'cache-control': 'none' },
    responses: {
      'listInventory 200': { body },
      'listInventory 429': { headers: { 'Cache-Control': 'no-store' }, body },
    },
  });
  expect(createCachingLookup(limited)('getPet 429')).toMatchObject({ value: 'no-store' });
  expect(createCachingLookup(limited)('getPet 401')).toBeUndefined();
  const world = new World({ profile: limited, clock: '2026-11-21T12:00:00Z' });
  spendMinute(world);
  const response = ask(world, 'GET', '/pets/1');
  expect([response.status, response.headers['Cache-Control']]).toEqual([429, 'no-store']);
  expect([...response.assumed]).not.toContain('cache-control');
});

test('the Cache-Control of a 429 is an assumption if none was observed', () => {
  const world = new World({
    profile: profileOf({ observed: { 'cache-control': 'private' } }),
    clock: '2026-11-21T12:00:00Z',
  });
  expect([...ask(world, 'GET', '/inventory').assumed]).not.toContain('cache-control');
  spendMinute(world);
  const response = ask(world, 'GET', '/inventory');
  expect([response.status, response.headers['Cache-Control']]).toEqual([429, 'no-store']);
  expect([...response.assumed]).toContain('cache-control');
});

test('nothing is looked up where the open question decides, or nothing was observed', () => {
  expect(
    createCachingLookup({ ...profile, ...profileOf({ observed: { 'cache-control': 'private' } }) })('getPet 200'),
  ).toBe(undefined);
  expect(createCachingLookup(profileOf({}))('getPet 200')).toBeUndefined();
});

test('a world sends these headers until the behaviour changes', () => {
  const world = new World({ profile, clock: '2026-11-21T12:00:00Z' });
  const cacheControl = (path: string) => ask(world, 'GET', path).headers['Cache-Control'];
  expect(cacheControl('/inventory')).toBe('private, max-age=0');
  expect(cacheControl('/nowhere')).toBeUndefined();
  expect([...ask(world, 'GET', '/inventory').assumed]).not.toContain('cache-control');
  world.setBehaviour({ 'cache-control': 'public' });
  expect([cacheControl('/inventory'), cacheControl('/nowhere')]).toEqual(['public', 'public']);
  expect([...ask(world, 'GET', '/inventory').assumed]).toContain('cache-control');
});

test('a rate-limit field that an older profile holds as text is never sent', () => {
  const profile = profileOf({
    responses: { 'listInventory 200': { headers: { ratelimit: ['text', '"xxx";x=12;x=12'], Server: 'nginx' } } },
  });
  const { headers } = ask(new World({ profile, behaviour: { 'rate-limit-fields': 'both' } }), 'GET', '/inventory');
  expect(headers).toMatchObject({ Server: 'nginx', RateLimit: '"minute";r=59;t=60, "day";r=999;t=86400' });
  expect(headers).not.toHaveProperty('ratelimit');
});
