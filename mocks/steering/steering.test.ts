import { expect, test } from 'vitest';
import { createPetstore, type Petstore } from '../petstore.js';
import type { WorldOptions } from '../world-options.js';
import type { ScenarioName } from './scenario-names.js';

const noon = (options: WorldOptions = {}) => createPetstore({ clock: '2026-11-21T12:00:00Z', pets: 5, ...options });

function get(petstore: Petstore, path: string, key = 'test_free') {
  const { status, headers, body, ...edge } = petstore.handle({
    method: 'GET',
    path: `/v1${path}`,
    headers: { Authorization: `Bearer ${key}` },
  });
  return { status, headers, json: body === undefined ? undefined : JSON.parse(body), ...edge };
}

test('`empty-store`: nothing is in stock', () => {
  const petstore = noon();
  petstore.scenario('empty-store');
  expect(get(petstore, '/inventory')).toMatchObject({ status: 200, json: [] });
  expect(get(petstore, '/pets/1').status).toBe(404);
});

test('`sold-out`: every pet is still listed', () => {
  const petstore = noon();
  petstore.scenario('sold-out');
  expect(get(petstore, '/inventory').json).toEqual(
    [1, 2, 3, 4, 5].map((petId) => ({ petId, quantity: 0, status: 'sold' })),
  );
  expect(get(petstore, '/pets/1').json).toMatchObject({ id: 1, status: 'sold' });
});

test('`large-catalogue`: 10,000 pets, and each can be read', () => {
  const petstore = noon();
  petstore.scenario('large-catalogue');
  expect(get(petstore, '/inventory').json).toHaveLength(10_000);
  expect(get(petstore, '/pets/10000').json).toMatchObject({ id: 10_000 });
});

test.each(['first-request', 'calendar', 'sliding'] as const)(
  'every key is rate-limited for a minute, in %s windows',
  (start) => {
    const petstore = noon({ keys: { mine: 'pro' }, behaviour: { 'window-start': start } });
    petstore.scenario('rate-limited');
    for (const key of ['test_free', 'test_enterprise', 'mine']) {
      expect(get(petstore, '/inventory', key)).toMatchObject({
        status: 429,
        headers: { 'X-RateLimit-Remaining': '0', 'Retry-After': '60' },
      });
    }
    petstore.clock.advance('1m');
    expect(get(petstore, '/inventory', 'mine').status).toBe(200);
  },
);

test('known but invalid keys still get 401', () => {
  for (const scenario of ['rate-limited', 'banned'] as const) {
    const petstore = noon({ keys: { short: { plan: 'free', expiresIn: '1s' } } });
    petstore.clock.advance('1s');
    petstore.scenario(scenario);
    expect(get(petstore, '/inventory', 'test_revoked').status).toBe(401);
    expect(get(petstore, '/inventory', 'short').status).toBe(401);
    expect(get(petstore, '/inventory', 'unknown').status).toBe(401);
  }
});

test('every key is banned for the duration that the behaviour sets', () => {
  const petstore = noon({ behaviour: { 'ban-duration-seconds': 90 } });
  petstore.scenario('banned');
  expect(get(petstore, '/inventory')).toMatchObject({
    status: 429,
    json: { code: 'key_banned' },
    headers: { 'Retry-After': '90' },
  });
  petstore.clock.advance('90s');
  expect(get(petstore, '/inventory').status).toBe(200);
});

test('every key is revoked', () => {
  const petstore = noon();
  petstore.scenario('key-revoked');
  expect(get(petstore, '/inventory')).toMatchObject({
    status: 401,
    json: { message: expect.stringContaining('revoked') },
  });
});

test('`slow`: every response is delayed, and correct', () => {
  const petstore = noon();
  petstore.scenario('slow');
  expect(get(petstore, '/inventory')).toMatchObject({ status: 200, delayMs: 2000, cut: undefined });
  expect(get(petstore, '/nothing')).toMatchObject({ status: 404, delayMs: 2000 });
});

test('`down`: no request gets a response', () => {
  const petstore = noon();
  petstore.scenario('down');
  expect(get(petstore, '/inventory').cut).toBe('reset');
  expect(get(petstore, '/nothing').cut).toBe('reset');
});

/** The outcome of each of that many requests. */
function weather(count: number, options?: { readonly seed: number }): string[] {
  const petstore = noon();
  petstore.scenario('flaky', options);
  return Array.from({ length: count }, () => {
    const { status, cut } = get(petstore, '/inventory', 'test_enterprise');
    return cut ?? String(status);
  });
}

test('`flaky`: two of ten requests get 503 and one of ten a reset', () => {
  const seen = weather(2_000);
  const share = (what: string) => seen.filter((one) => one === what).length / seen.length;
  expect(share('503')).toBeCloseTo(0.2, 1);
  expect(share('reset')).toBeCloseTo(0.1, 1);
  expect(share('503') + share('reset') + share('200')).toBe(1);
});

test('`flaky`: the same seed meets the same requests', () => {
  expect(weather(50, { seed: 7 })).toEqual(weather(50, { seed: 7 }));
  expect(weather(50, { seed: 8 })).not.toEqual(weather(50, { seed: 7 }));
  expect(weather(50)).toEqual(weather(50, { seed: 1 }));
});

test('`flaky`: an invalid seed changes nothing', () => {
  const petstore = noon();
  expect(() => petstore.scenario('flaky', { seed: -1 })).toThrow('seed must be >= 0');
  expect(get(petstore, '/inventory')).toMatchObject({ status: 200, cut: undefined });
});

test.each([
  [{ sed: 7 }, "there is no such field in the options. Did you mean 'seed'? Fields: seed."],
  [7, 'the options should be an object. Try { seed: 1 }.'],
  [null, 'the options should be an object'],
  [Promise.resolve({ seed: 7 }), 'the options object is a promise'],
])('a scenario with %o is rejected', (options, message) => {
  const petstore = noon();
  expect(() => petstore.scenario('empty-store', options as never)).toThrow(`Running a scenario: ${message}`);
  expect(get(petstore, '/inventory').json).toHaveLength(5);
});

test('`after-sunset`: the deprecated operation is past its date', () => {
  const petstore = noon({ behaviour: { 'after-sunset': 410 } });
  petstore.scenario('after-sunset');
  expect(new Date(petstore.clock.now()).toISOString()).toBe('2027-12-31T00:00:01.000Z');
  expect(get(petstore, '/pets/1').status).toBe(410);
  expect(get(petstore, '/inventory').status).toBe(200);
});

test('scenarios can be combined', () => {
  const petstore = noon();
  petstore.scenario('sold-out');
  petstore.scenario('slow');
  petstore.scenario('after-sunset');
  expect(get(petstore, '/pets/1')).toMatchObject({ status: 200, delayMs: 2000, json: { status: 'sold' } });
});

test('a fake can start with a scenario, also after a reset', () => {
  const petstore = noon({ scenario: 'empty-store' });
  expect(get(petstore, '/inventory').json).toEqual([]);
  petstore.seed({ pets: 3 });
  expect(get(petstore, '/inventory').json).toEqual([]);
  petstore.scenario('slow');
  petstore.reset();
  expect(get(petstore, '/inventory')).toMatchObject({ json: [], delayMs: 0 });
});

test('an unknown scenario changes nothing', () => {
  const petstore = noon();
  expect(() => petstore.scenario('sold_out' as ScenarioName)).toThrow("Did you mean 'sold-out'?");
  expect(get(petstore, '/inventory')).toMatchObject({ status: 200, delayMs: 0 });
});
