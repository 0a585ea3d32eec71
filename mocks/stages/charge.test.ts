import { expect, test } from 'vitest';
import { ask } from '../../tests/ask.js';
import type { PetstoreResponse } from '../neutral-http.js';
import { World } from '../world.js';
import type { WorldOptions } from '../world-options.js';

const NOON = '2026-11-21T12:00:00Z';

/** A world in which the key `test_enterprise` may send two requests a minute and ten a day. */
function smallWorld(behaviour: WorldOptions['behaviour'] = {}): World {
  return new World({
    clock: NOON,
    pets: 1,
    behaviour: { 'enterprise-limits': { perMinute: 2, perDay: 10 }, ...behaviour },
  });
}

const get = (world: World) => ask(world, 'GET', '/inventory', { key: 'test_enterprise' });

/** Sends requests until one is rejected, and returns its response. */
function exhaust(world: World): PetstoreResponse {
  for (let sent = 0; sent < 100; sent++) {
    const response = get(world);
    if (response.status !== 200) return response;
  }
  throw new Error('100 requests, and none was rejected.');
}

const sendTimes = (world: World, times: number) => Array.from({ length: times }, () => get(world));
const codes = (responses: PetstoreResponse[]) => responses.map(({ body }) => JSON.parse(body ?? '').code);

test('the free plan’s sixty-first request in a minute is rejected until the minute ends', () => {
  const world = new World({ clock: NOON });
  const responses = Array.from({ length: 61 }, () => ask(world, 'GET', '/inventory'));
  expect(responses.map(({ status }) => status)).toEqual([...Array(60).fill(200), 429]);
  expect(responses.map(({ headers }) => headers['X-RateLimit-Remaining'])).toEqual([
    ...Array.from({ length: 60 }, (_, sent) => String(59 - sent)),
    '0',
  ]);
  expect(responses[60]?.headers).toMatchObject({ 'Retry-After': '60' });
  expect(JSON.parse(responses[60]?.body ?? '')).toMatchObject({ code: 'rate_limit_exceeded', status: 429 });
});

test('a client that waits exactly for Retry-After succeeds', () => {
  const world = smallWorld();
  const seconds = Number(exhaust(world).headers['Retry-After']);
  world.clock.advance(seconds * 1000 - 1);
  expect(get(world).status).toBe(429);
  world.clock.advance(1);
  expect(get(world).status).toBe(200);
});

test('Retry-After is rounded up, so that no client comes early', () => {
  const world = smallWorld();
  get(world);
  world.clock.advance('59.999s');
  get(world);
  expect(get(world).headers['Retry-After']).toBe('1');
});

test('a spent day is rejected until it ends, even in a new minute', () => {
  const world = smallWorld({ 'enterprise-limits': { perMinute: 2, perDay: 3 } });
  exhaust(world);
  world.clock.advance('1m');
  get(world);
  const rejected = get(world);
  expect(JSON.parse(rejected.body ?? '').message).toContain('3 requests per day');
  expect(rejected.headers).toMatchObject({ 'X-RateLimit-Limit': '3', 'Retry-After': String(86_400 - 60) });
});

test('an ended day leaves nothing behind', () => {
  const world = smallWorld({ 'enterprise-limits': { perMinute: 10, perDay: 3 } });
  exhaust(world);
  world.clock.advance('1d');
  expect(get(world)).toMatchObject({ status: 200, headers: { 'X-RateLimit-Remaining': '2' } });
});

test('keys have separate quotas', () => {
  const world = smallWorld();
  exhaust(world);
  expect(ask(world, 'GET', '/inventory', { key: 'test_pro' }).status).toBe(200);
});

test('setting the clock back begins new windows', () => {
  const world = smallWorld();
  exhaust(world);
  world.clock.set('2026-11-21T11:00:00Z');
  expect(get(world)).toMatchObject({ status: 200, headers: { 'X-RateLimit-Remaining': '1' } });
});

test('a rejected PATCH changes nothing', () => {
  const world = smallWorld();
  exhaust(world);
  const before = world.inventory.snapshot();
  expect(ask(world, 'PATCH', '/inventory/1', { key: 'test_enterprise', json: { quantity: 999 } }).status).toBe(429);
  expect(world.inventory.snapshot()).toEqual(before);
});

test('the rejection that causes a ban already reports its end', () => {
  const world = smallWorld({ 'ban-threshold': 3, 'ban-duration-seconds': 120 });
  exhaust(world);
  const [second, third] = sendTimes(world, 2);
  expect(second?.headers['Retry-After']).toBe('60');
  expect(third?.headers['Retry-After']).toBe('120');
  expect(codes([second, third].filter((response) => response !== undefined))).toEqual([
    'rate_limit_exceeded',
    'key_banned',
  ]);
});

test('a ban ends exactly at the reported moment', () => {
  const world = smallWorld({ 'ban-threshold': 1, 'ban-duration-seconds': 120 });
  expect(exhaust(world).headers['Retry-After']).toBe('120');
  world.clock.advance('119.999s');
  expect(codes([get(world)])).toEqual(['key_banned']);
  world.clock.advance(1);
  expect(get(world).status).toBe(200);
});

test('requests during a ban do not extend it', () => {
  const world = smallWorld({ 'ban-threshold': 1, 'ban-duration-seconds': 120 });
  exhaust(world);
  world.clock.advance('100s');
  expect(sendTimes(world, 50).at(-1)?.headers['Retry-After']).toBe('20');
  world.clock.advance('20s');
  expect(get(world).status).toBe(200);
});

test('a banned key uses no quota', () => {
  const world = smallWorld({ 'ban-threshold': 1, 'ban-duration-seconds': 120, 'described-window': 'day' });
  exhaust(world);
  world.clock.advance('61s');
  expect(sendTimes(world, 5).map(({ headers }) => headers['X-RateLimit-Remaining'])).toEqual(Array(5).fill('8'));
});

test('rejections of an earlier window do not cause a ban', () => {
  const world = smallWorld({ 'ban-threshold': 3 });
  exhaust(world);
  sendTimes(world, 1);
  world.clock.advance('1m');
  exhaust(world);
  expect(codes(sendTimes(world, 2))).toEqual(['rate_limit_exceeded', 'key_banned']);
});

test('after a ban the next one needs as many rejections again', () => {
  const world = smallWorld({
    'enterprise-limits': { perMinute: 10, perDay: 2 },
    'ban-threshold': 3,
    'ban-duration-seconds': 5,
  });
  exhaust(world);
  sendTimes(world, 2);
  world.clock.advance('5s');
  expect(codes(sendTimes(world, 3))).toEqual(['rate_limit_exceeded', 'rate_limit_exceeded', 'key_banned']);
});

test('an address without a key is limited, but cannot be banned', () => {
  const world = new World({
    clock: NOON,
    behaviour: { 'unauthenticated-quota': 'per-address', 'ban-threshold': 1 },
  });
  const responses = Array.from({ length: 63 }, () => ask(world, 'GET', '/inventory', { key: null, from: '10.0.0.1' }));
  expect(responses.slice(58).map(({ status }) => status)).toEqual([401, 401, 429, 429, 429]);
  expect(codes(responses.slice(60))).toEqual(Array(3).fill('rate_limit_exceeded'));
});

test('in a sliding window quota returns gradually', () => {
  const world = smallWorld({ 'window-start': 'sliding' });
  get(world);
  world.clock.advance('20s');
  get(world);
  expect(get(world).headers['Retry-After']).toBe('40');
  world.clock.advance('40s');
  expect(get(world).status).toBe(200);
  expect(get(world).headers['Retry-After']).toBe('20');
});

test('in a calendar window quota returns with the minute', () => {
  const world = new World({
    clock: '2026-11-21T12:00:50Z',
    behaviour: { 'enterprise-limits': { perMinute: 2, perDay: 10 }, 'window-start': 'calendar' },
  });
  expect(exhaust(world).headers['Retry-After']).toBe('10');
  world.clock.advance('10s');
  expect(get(world).status).toBe(200);
});
