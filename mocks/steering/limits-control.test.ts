import { expect, test } from 'vitest';
import { InputError } from '../../src/json/input-error.js';
import { ask } from '../../tests/ask.js';
import { World } from '../world.js';
import type { WorldOptions } from '../world-options.js';
import { createLimitsControl, type LimitsControl } from './keys-control.js';

const NOON = '2026-11-21T12:00:00Z';
const NOON_MS = Date.parse(NOON);
const MINUTE_MS = 60_000;
const windowStarts = ['first-request', 'calendar', 'sliding'] as const;

function limited(behaviour: WorldOptions['behaviour'] = {}) {
  const world = new World({ clock: NOON, behaviour });
  return { world, limits: createLimitsControl(world) };
}

const list = (world: World) => ask(world, 'GET', '/inventory');

test('an unused key has its full quota', () => {
  expect(limited().limits.get('test_free')).toEqual({
    minute: { limit: 60, remaining: 60, resetsAtMs: NOON_MS + MINUTE_MS },
    day: { limit: 1000, remaining: 1000, resetsAtMs: NOON_MS + 86_400_000 },
  });
});

test('reading reports the used requests and begins no window', () => {
  const { world, limits } = limited();
  limits.get('test_free');
  world.clock.advance('10s');
  list(world);
  expect(limits.get('test_free').minute).toEqual({
    limit: 60,
    remaining: 59,
    resetsAtMs: NOON_MS + 10_000 + MINUTE_MS,
  });
});

test.each(windowStarts)('with windows that begin %s, an exhausted key waits for Retry-After', (windowStart) => {
  const { world, limits } = limited({ 'window-start': windowStart });
  limits.exhaust('test_free');
  const rejected = list(world);
  expect(rejected).toMatchObject({ status: 429, headers: { 'Retry-After': '60', 'X-RateLimit-Remaining': '0' } });
  world.clock.advance('59.999s');
  expect(list(world).status).toBe(429);
  world.clock.advance(1);
  expect(list(world).status).toBe(200);
});

test.each(windowStarts)('with windows that begin %s, a begun window keeps its end', (windowStart) => {
  const { world, limits } = limited({ 'window-start': windowStart });
  list(world);
  world.clock.advance('20s');
  const { resetsAtMs } = limits.get('test_free').minute;
  limits.set('test_free', { remaining: 10 });
  expect(limits.get('test_free').minute).toEqual({ limit: 60, remaining: 10, resetsAtMs });
  limits.set('test_free', { remaining: 59 });
  expect(limits.get('test_free').minute).toEqual({ limit: 60, remaining: 59, resetsAtMs });
});

test('an exhausted day lasts until it ends', () => {
  const { world, limits } = limited();
  limits.exhaust('test_free', 'day');
  expect(limits.get('test_free')).toMatchObject({ minute: { remaining: 60 }, day: { remaining: 0 } });
  world.clock.advance('2m');
  expect(list(world)).toMatchObject({ status: 429, headers: { 'Retry-After': String(86_400 - 120) } });
});

test('a key’s quota can be restored', () => {
  const { world, limits } = limited();
  limits.exhaust('test_free');
  limits.set('test_free', { remaining: 60 });
  expect(list(world).headers['X-RateLimit-Remaining']).toBe('59');
});

test('rejections that count towards a ban stay counted', () => {
  const { world, limits } = limited({ 'ban-threshold': 2 });
  limits.exhaust('test_free');
  expect(list(world).body).toContain('rate_limit_exceeded');
  limits.set('test_free', { remaining: 0 });
  expect(list(world).body).toContain('key_banned');
});

test('the limits of the enterprise plan follow the behaviour', () => {
  const { limits } = limited({ 'enterprise-limits': { perMinute: 2, perDay: 9 } });
  expect(limits.get('test_enterprise')).toMatchObject({ minute: { limit: 2 }, day: { limit: 9 } });
  expect(() => limits.set('test_enterprise', { remaining: 3 })).toThrow('try any number from 0 to 2.');
});

test('a revoked key has quotas like any other', () => {
  const { limits } = limited();
  limits.exhaust('test_revoked');
  expect(limits.get('test_revoked').minute.remaining).toBe(0);
});

const remedies = 'The plan free has 60 per minute: try any number from 0 to 60.';
test.each([
  [{ remaining: 61 }, `61 is not a number of remaining requests. ${remedies}`],
  [{ remaining: -1 }, `-1 is not a number of remaining requests. ${remedies}`],
  [{ remaining: 1.5 }, `1.5 is not a number of remaining requests. ${remedies}`],
  [{ remaining: '5' }, `the value is not a number of remaining requests. ${remedies}`],
  [{}, `the value is not a number of remaining requests. ${remedies}`],
  [{ remaining: 1001, window: 'day' }, 'The plan free has 1000 per day: try any number from 0 to 1000.'],
  [{ remaining: 5, window: 'hour' }, "unknown window. Windows: 'minute' (default), 'day'."],
  [
    { remaining: 5, windw: 'day' },
    "there is no such field in the state. Did you mean 'window'? Fields: remaining, window.",
  ],
  [5, "the state should be an object. Try { remaining: 3 }, or { remaining: 3, window: 'day' }."],
])('the state %j is rejected, and nothing changes: %s', (state, problem) => {
  const { limits } = limited();
  const before = limits.get('test_free');
  const set = () => limits.set('test_free', state as { remaining: number });
  expect(set).toThrow(InputError);
  expect(set).toThrow(problem);
  expect(limits.get('test_free')).toEqual(before);
});

const uses: Record<string, (limits: LimitsControl, key: string) => unknown> = {
  get: (limits, key) => limits.get(key),
  set: (limits, key) => limits.set(key, { remaining: 5 }),
  exhaust: (limits, key) => limits.exhaust(key),
};

test.each(Object.keys(uses))('%s with an unknown key is rejected, and the key is not quoted', (use) => {
  const act = () => uses[use]?.(limited().limits, 's3cr3t');
  expect(act).toThrow(
    /: the key is not known to the fake\. Use a sample key such as .*, or mint one: keys\.mint\({ plan: 'free' }\)\./,
  );
  expect(act).toThrow(/^(?!.*s3cr3t)/);
});

test('a key may be given by its pseudonym', () => {
  const { world, limits } = limited();
  limits.set('key#1', { remaining: 5 });
  expect(limits.get('test_free').minute.remaining).toBe(5);
  limits.exhaust('key#1');
  expect(list(world).status).toBe(429);
  expect(limits.get('key#1').minute.remaining).toBe(0);
});
