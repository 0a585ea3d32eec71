import { expect, test } from 'vitest';
import { profileOf } from '../../src/fidelity/profile/profile-for-tests.js';
import { createPetstore, type Petstore } from '../petstore.js';
import type { WorldOptions } from '../world-options.js';

const NOON = '2026-11-21T12:00:00Z';
const HUGE = 9007199254740993n;

function send({ handle }: Petstore, method: string, path: string, key = 'test_free', body = '') {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  return handle({ method, path: `/v1${path}`, headers, body });
}

const textOf = (petstore: Petstore) => JSON.stringify(petstore.snapshot());
const reopen = (petstore: Petstore, options: WorldOptions = {}) =>
  createPetstore({ state: textOf(petstore), ...options });

test('a fake begins with a state, and returns to it when it is reset', () => {
  const one = createPetstore({ clock: NOON, pets: 3 });
  send(one, 'PATCH', '/inventory/1', 'test_free', '{"quantity":77}');
  const other = reopen(one);
  expect(other.clock.now()).toBe(Date.parse(NOON));
  for (let round = 0; round < 2; round++) {
    expect(other.inventory.list()).toEqual(one.inventory.list());
    expect(send(other, 'GET', '/inventory').headers['X-RateLimit-Remaining']).toBe('58');
    other.inventory.set(1, 5);
    other.clock.advance('2m');
    other.reset();
  }
});

test('a store that was seeded later replaces the state for good', () => {
  const petstore = reopen(createPetstore({ pets: 3 }));
  petstore.seed({ pets: 1 });
  petstore.inventory.set(1, 5);
  petstore.reset();
  expect(petstore.inventory.list()).toEqual(createPetstore({ pets: 1 }).inventory.list());
});

test('ids beyond 2^53 are exact in any reader of JSON', () => {
  const fixture = {
    inventory: [{ petId: HUGE, quantity: 2, status: 'sold' as const }],
    pets: [{ id: HUGE, name: 'Rex', ancestor: 2n ** 63n - 1n }],
    orders: [{ id: HUGE, petId: HUGE }],
  };
  const one = createPetstore({ fixture });
  one.inventory.set(HUGE + 2n, { quantity: 1, status: 'available' });
  const other = createPetstore({ state: JSON.parse(textOf(one)) });
  for (const path of ['/inventory', `/pets/${HUGE}`, '/store/orders']) {
    expect(send(other, 'GET', path).body).toBe(send(one, 'GET', path).body);
  }
  other.reset();
  expect(other.inventory.list().map(({ petId }) => petId)).toEqual([HUGE, HUGE + 2n]);
});

test('the texts of own keys are not in a state, and the place of each finds it again', () => {
  const keys = { 'team-secret-1': 'free', 'team-secret-2': 'pro' } as const;
  const one = createPetstore({ keys, clock: NOON });
  send(one, 'GET', '/inventory', 'team-secret-2');
  one.keys.revoke('team-secret-1');
  const minted = one.keys.mint();
  expect(textOf(one)).not.toContain('team-secret');
  const other = reopen(one, { keys, clock: NOON });
  expect(other.keys.list()).toEqual(one.keys.list());
  expect(send(other, 'GET', '/inventory', minted).keyAlias).toBe('key#8');
  const without = reopen(one, { clock: NOON });
  expect(send(without, 'GET', '/inventory', 'team-secret-2').status).toBe(401);
  expect(without.keys.list()).toHaveLength(6);
  const more = reopen(one, { keys: { ...keys, third: 'pro' }, clock: NOON });
  expect(send(more, 'GET', '/inventory', 'third').keyAlias).toBe('key#9');
});

test('no request is in a state', () => {
  const one = createPetstore();
  send(one, 'GET', '/inventory?token=hidden-token-4711', 'stolen-key-4711');
  expect(textOf(one)).not.toContain('4711');
  expect(reopen(one).journal.exchanges).toEqual([]);
});

test('a state is written as it was when it was taken', () => {
  const petstore = createPetstore();
  const key = petstore.keys.mint();
  send(petstore, 'GET', '/inventory', key);
  const state = petstore.snapshot();
  const before = JSON.stringify(state);
  petstore.reset();
  send(petstore, 'GET', '/inventory', 'never-a-key-4711');
  petstore.setBehaviour({ 'messages-base-url': 'https://messages.example/v1' });
  expect(JSON.stringify(state)).toBe(before);
});

test('random faults and a profile continue where they were', () => {
  const profile = profileOf({
    responses: {
      'listInventory 200': {
        headers: { 'X-Request-Id': ['uuid', '0b7e4a52-3c1d-4f7e-9a56-1d2c3b4a5f60'] },
      },
    },
  });
  const one = createPetstore({ profile, latency: true, seed: 7, clock: NOON });
  one.faults.always('any', { status: 503 }, { probability: 0.5 });
  one.faults.next('any', { status: 500 }, { times: 3, key: 'test_pro' });
  const look = (petstore: Petstore) =>
    Array.from({ length: 20 }, (_, turn) => {
      const { status, headers, delayMs } = send(
        petstore,
        'GET',
        '/inventory',
        turn % 2 === 0 ? 'test_pro' : 'test_business',
      );
      return { status, headers, delayMs };
    });
  look(one);
  const other = reopen(one);
  expect(other.faults.list()).toEqual(one.faults.list());
  expect(look(other)).toEqual(look(one));
});
