import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Behaviour, defaultBehaviour } from '../../src/service/behaviour.js';
import { parseRateLimitFields } from '../../src/service/rate-limit-fields.js';
import { parseRateLimitHeaders } from '../../src/service/rate-limit-headers.js';
import { ask } from '../../tests/ask.js';
import type { PetstoreResponse } from '../neutral-http.js';
import { World } from '../world.js';
import { createAccount, limitHeaders } from './account.js';

/** Returns the state that the three headers of an account show. */
function described(...asked: Parameters<typeof limitHeaders>) {
  return parseRateLimitHeaders(new Headers(limitHeaders(...asked)));
}

/** An enterprise account that has sent `sent` requests at the epoch. */
function accountAfter(sent: number) {
  const account = createAccount(
    { alias: 'key#1', plan: 'enterprise', isRevoked: false, expiresAtMs: undefined },
    'first-request',
  );
  for (let i = 0; i < sent; i++) {
    account.minute.spend(0, 100);
    account.day.spend(0, 100);
  }
  return account;
}

function behaviour(perMinute: number, perDay: number, described: Behaviour['described-window'] = 'fewest-remaining') {
  return { ...defaultBehaviour, 'enterprise-limits': { perMinute, perDay }, 'described-window': described };
}

test('the headers describe the window with the fewest remaining requests', () => {
  expect(described(accountAfter(1), behaviour(5, 10), 0)).toEqual({ limit: 5, remaining: 4, resetSeconds: 60 });
  expect(described(accountAfter(1), behaviour(10, 5), 0)).toEqual({
    limit: 5,
    remaining: 4,
    resetSeconds: 86_400,
  });
});

test('on a tie they describe the minute', () => {
  expect(described(accountAfter(2), behaviour(5, 5), 0)).toEqual({ limit: 5, remaining: 3, resetSeconds: 60 });
});

test('they switch when the day has fewer remaining requests than a new minute', () => {
  const account = accountAfter(3);
  expect(described(account, behaviour(4, 5), 0)).toMatchObject({ limit: 4, remaining: 1 });
  expect(described(account, behaviour(4, 5), 60_000)).toMatchObject({ limit: 5, remaining: 2 });
});

test.each([
  ['minute', { limit: 10, remaining: 9, resetSeconds: 60 }],
  ['day', { limit: 5, remaining: 4, resetSeconds: 86_400 }],
] as const)('the headers describe the %s whenever the behaviour says so', (window, expected) => {
  expect(described(accountAfter(1), behaviour(10, 5, window), 0)).toEqual(expected);
});

test('a reset within a second is rounded up, so that no client comes early', () => {
  const account = accountAfter(0);
  account.minute.spend(1, 100);
  expect(described(account, behaviour(5, 10), 1)).toMatchObject({ resetSeconds: 61 });
});

test('the remaining requests are never negative, even if the limit was lowered', () => {
  expect(described(accountAfter(8), behaviour(5, 10), 0)).toMatchObject({ limit: 5, remaining: 0 });
});

const fieldsUnder = (choice: Behaviour['rate-limit-fields']) => {
  const { 'RateLimit-Policy': policy, RateLimit: limit } = limitHeaders(
    accountAfter(1),
    { ...behaviour(5, 10), 'rate-limit-fields': choice },
    2_500,
    0,
  );
  return [policy, limit];
};

test('the fields of the draft stand beside the three headers if the behaviour says so', () => {
  expect(fieldsUnder('x')).toEqual([undefined, undefined]);
  expect(fieldsUnder('both')).toEqual([
    '"minute";q=5;w=60, "day";q=10;w=86400',
    '"minute";r=0;t=58, "day";r=9;t=86398',
  ]);
  expect(fieldsUnder({ 'RateLimit-Policy': 'each-window', RateLimit: 'described-window', minute: 'a b' })).toEqual([
    '"a b";q=5;w=60, "day";q=10;w=86400',
    '"a b";r=0;t=58',
  ]);
  expect(fieldsUnder({ RateLimit: 'described-window' })).toEqual([undefined, '"minute";r=0;t=58']);
});

const preflight = [
  ['origin', 'https://shop.test'],
  ['access-control-request-method', 'PATCH'],
] as const;
/** What may be sent, or how long nothing is. */
const steps = {
  list: (world) => ask(world, 'GET', '/inventory', { key: 'test_enterprise' }),
  'no key': (world) => ask(world, 'GET', '/inventory', { key: null }),
  'bad update': (world) => ask(world, 'PATCH', '/inventory/1', { key: 'test_enterprise', json: {} }),
  'unknown path': (world) => ask(world, 'GET', '/nothing', { key: 'test_free' }),
  preflight: (world) => ask(world, 'OPTIONS', '/inventory/1', { key: null, headers: preflight }),
  'forced 429': (world) => ask(world, 'GET', '/inventory', { headers: [['prefer', 'code=429']] }),
} satisfies Record<string, (world: World) => PetstoreResponse>;
const step = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...(Object.keys(steps) as (keyof typeof steps)[])) },
  fc.integer({ min: 0, max: 50_000 }),
);

test('the fields and the three headers of every response have the same numbers', () => {
  const anyBehaviour: fc.Arbitrary<Partial<Behaviour>> = fc.record({
    'rate-limit-fields': fc.constantFrom<Behaviour['rate-limit-fields']>('both', {
      'RateLimit-Policy': 'described-window',
      RateLimit: 'described-window',
    }),
    'window-start': fc.constantFrom('first-request', 'calendar', 'sliding'),
    'described-window': fc.constantFrom('fewest-remaining', 'minute', 'day'),
    'unauthenticated-quota': fc.constantFrom('free-plan-untouched', 'per-address'),
    'enterprise-limits': fc.constant({ perMinute: 4, perDay: 9 }),
  });
  fc.assert(
    fc.property(anyBehaviour, fc.array(step, { maxLength: 25 }), (behaviour, taken) => {
      const world = new World({ clock: '2026-11-21T12:00:30.250Z', pets: 1, behaviour, prefer: true });
      for (const each of taken) {
        if (typeof each === 'number') {
          world.clock.advance(each);
          continue;
        }
        const headers = new Headers(steps[each](world).headers);
        const { limit, remaining, resetSeconds } = parseRateLimitHeaders(headers) ?? {};
        const { policies, limits } = parseRateLimitFields(headers);
        expect(limits?.map(({ name }) => name)).toEqual(policies?.map(({ name }) => name));
        const policy = policies?.find(({ quota }) => quota === limit);
        const described = limits?.find(({ name }) => name === policy?.name);
        expect(described?.remaining).toBe(remaining);
        const secondsLeft = Number(resetSeconds) - Date.parse(headers.get('date') ?? '') / 1000;
        expect(Math.abs(Number(described?.secondsLeft) - secondsLeft)).toBeLessThanOrEqual(1);
      }
    }),
  );
});
