import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { InputError } from '../../src/json/input-error.js';
import { ask } from '../../tests/ask.js';
import { World } from '../world.js';
import type { WorldOptions } from '../world-options.js';
import { createSteering } from './steering.js';

const NOON = '2026-11-21T12:00:00Z';

function shop(options: WorldOptions = {}) {
  const world = new World({ clock: NOON, pets: 3, ...options });
  const steering = createSteering(world);
  return {
    world,
    ...steering,
    list: (key = 'test_free') => ask(world, 'GET', '/inventory', { key }),
    remaining: () => steering.limits.get('test_free').minute.remaining,
  };
}

test.each(['first-request', 'calendar', 'sliding'] as const)(
  'quotas and rejections are restored, with windows that begin %s',
  (windowStart) => {
    const { world, snapshot, restore, list, remaining, limits } = shop({
      behaviour: { 'window-start': windowStart, 'ban-threshold': 2 },
    });
    for (let sent = 0; sent < 60; sent++) list();
    expect(list().status).toBe(429);
    const before = snapshot();
    const { resetsAtMs } = limits.get('test_free').minute;
    world.clock.advance('2m');
    list();
    expect(remaining()).toBe(59);
    for (let round = 0; round < 2; round++) {
      restore(before);
      expect(limits.get('test_free').minute).toEqual({ limit: 60, remaining: 0, resetsAtMs });
      expect(list().body).toContain('key_banned');
    }
  },
);

test('addresses without a key get their quota back', () => {
  const { world, snapshot, restore } = shop({ behaviour: { 'unauthenticated-quota': 'per-address' } });
  const knock = (from: string) => ask(world, 'GET', '/inventory', { key: null, from }).headers['X-RateLimit-Remaining'];
  expect(knock('10.0.0.1')).toBe('59');
  const before = snapshot();
  knock('10.0.0.1');
  knock('10.0.0.2');
  restore(before);
  expect(knock('10.0.0.1')).toBe('58');
  expect(knock('10.0.0.2')).toBe('59');
});

test('the behaviour is restored with everything that depends on it', () => {
  const { world, snapshot, restore, list, remaining } = shop();
  list();
  const before = snapshot();
  world.setBehaviour({ 'window-start': 'sliding', 'messages-base-url': 'https://messages.example/v1' });
  expect(remaining()).toBe(60);
  restore(before);
  expect(world.behaviour['window-start']).toBe('first-request');
  expect(world.addresses.messages).toBe(world.addresses.base);
  expect(remaining()).toBe(59);
  world.clock.advance('1m');
  expect(remaining()).toBe(60);
});

test('a store seeded later is replaced by the old one, which a reset then reopens', () => {
  const { world, inventory, snapshot, restore } = shop();
  const pristine = inventory.list();
  const pet = ask(world, 'GET', '/pets/1').body;
  inventory.set(1, 77);
  const before = snapshot();
  world.seed({ seed: 2, pets: 5 });
  restore(before);
  expect(inventory.list()).toEqual([{ ...pristine[0], quantity: 77 }, ...pristine.slice(1)]);
  expect(ask(world, 'GET', '/pets/1').body).toBe(pet);
  world.reset();
  expect(inventory.list()).toEqual(pristine);
});

test('a real clock is restored with its offset, and has run on', () => {
  vi.useFakeTimers({ now: new Date(NOON) });
  onTestFinished(() => void vi.useRealTimers());
  const { world, snapshot, restore } = shop({ clock: 'real' });
  world.clock.advance('1h');
  const before = snapshot();
  world.clock.set('2030-01-01');
  vi.advanceTimersByTime(5_000);
  restore(before);
  expect(world.clock.now()).toBe(Date.parse('2026-11-21T13:00:05Z'));
});

test('faults are restored, and the journal is cleared', () => {
  const { world, snapshot, restore, list } = shop();
  list();
  world.faults.next('listInventory', { status: 503 });
  const before = snapshot();
  expect(list().status).toBe(503);
  world.faults.clear();
  restore(before);
  expect(world.journal.exchanges).toEqual([]);
  expect([list().status, list().status]).toEqual([503, 200]);
});

type Shop = ReturnType<typeof shop>;

/** Everything that a test may do to a fake, the same each time. */
const deeds: Readonly<Record<string, (shop: Shop) => unknown>> = {
  list: ({ list }) => list(),
  lookUp: ({ world }) => ask(world, 'GET', '/pets/9'),
  orders: ({ world }) => ask(world, 'GET', '/store/orders'),
  update: ({ world }) => ask(world, 'PATCH', '/inventory/1', { json: { quantity: 5 } }),
  send: ({ world }) => ask(world, 'POST', '/messages', { json: { message: 'hello' } }),
  knock: ({ world }) => ask(world, 'GET', '/inventory', { key: null, from: '10.0.0.1' }),
  useMinted: ({ list }) => list('minted_1'),
  add: ({ inventory }) => inventory.set(9, { quantity: 1, status: 'available' }),
  sellOut: ({ inventory }) => inventory.set(2, { quantity: 0, status: 'sold' }),
  mint: ({ keys }) => keys.mint({ expiresIn: '5m' }),
  look: ({ keys }) => keys.list(),
  ban: ({ keys }) => keys.ban('test_free', { for: '90s' }),
  revoke: ({ keys }) => keys.revoke('test_free'),
  // The other changes need the first one.
  delete: ({ keys }) => keys.delete(keys.list().slice(1).at(-1)?.alias ?? keys.mint()),
  exhaust: ({ limits }) => limits.exhaust('test_free'),
  wait: ({ world }) => world.clock.advance('40s'),
  slide: ({ world }) => world.setBehaviour({ 'window-start': 'sliding' }),
  reverse: ({ world }) => world.setBehaviour({ 'list-order': 'descending' }),
  fail: ({ world }) => world.faults.next('any', { status: 503 }, { times: 2 }),
  seed: ({ world }) => world.seed({ seed: 2, pets: 4 }),
  reset: ({ world }) => world.reset(),
};
const someDeeds = fc.array(fc.constantFrom(...Object.keys(deeds)), { maxLength: 12 });
const dataOf = ({ snapshot }: Shop) => JSON.parse(JSON.stringify(snapshot()));
const perform = (where: Shop, names: readonly string[]) => names.map((name) => deeds[name]?.(where));

test('a restored fake continues as if nothing had happened since the snapshot', () => {
  fc.assert(
    fc.property(someDeeds, someDeeds, someDeeds, (before, undone, after) => {
      const [one, other] = [shop(), shop()];
      perform(one, before);
      perform(other, before);
      const taken = one.snapshot();
      for (let round = 0; round < 2; round++) {
        perform(one, undone);
        one.restore(taken);
      }
      const copy = shop();
      copy.restore(JSON.stringify(taken));
      const expected = perform(other, after);
      expect(perform(one, after)).toEqual(expected);
      expect(perform(copy, after)).toEqual(expected);
      for (const restored of [one, copy]) expect(dataOf(restored)).toEqual(dataOf(other));
      expect(one.world.messages.list()).toEqual(other.world.messages.list());
      expect(one.inventory.list()).toEqual(other.inventory.list());
    }),
    { seed: 20_261_121, numRuns: 100 },
  );
});

test('a snapshot reports its time and is immutable', () => {
  const { snapshot } = shop();
  const taken = snapshot();
  expect(taken.takenAtMs).toBe(Date.parse(NOON));
  expect([taken, taken.stock, taken.stock[0], taken.accounts.keys[0]].every(Object.isFrozen)).toBe(true);
});

test.each([
  ['nothing', undefined, 'undefined stands where the text should'],
  ['an empty object', {}, 'it is not a state but JSON of another kind'],
  ['a profile', { format: 'petstore-mock-profile' }, 'it is not a state but a profile'],
  ['text that is no JSON', '{"format":', 'it is not JSON: '],
  [
    'a state of a later version',
    { format: 'petstore-mock-state', version: 2 },
    'it is of version 2, and version 1 is read here.',
  ],
])('%s is rejected, and nothing changes', (_, other, problem) => {
  const { inventory, restore } = shop();
  inventory.set(1, 77);
  const act = () => restore(other as object);
  expect(act).toThrow(InputError);
  expect(act).toThrow(problem);
  expect(inventory.get(1)?.quantity).toBe(77);
});

type Change = (state: JsonState) => unknown;
type JsonState = Record<'clock' | 'behaviour' | 'store' | 'messages' | 'faults', Record<string, unknown>> & {
  stock: Record<string, unknown>[];
  accounts: { keys: Record<string, unknown>[]; addresses: unknown[] };
};

test.each<[string, Change]>([
  ['/stock/0/petId must be string', ({ stock }) => Object.assign(stock[0] ?? {}, { petId: 1 })],
  ['/stock/1/petId occurs twice', ({ stock }) => Object.assign(stock[1] ?? {}, { petId: '1' })],
  ['/stock/0/petId must be an int64', ({ stock }) => Object.assign(stock[0] ?? {}, { petId: '9223372036854775808' })],
  ['/clock/scale must be <= 86400', ({ clock }) => Object.assign(clock, { scale: 1e9 })],
  ['/extra is unknown', (state) => Object.assign(state, { extra: 1 })],
  [
    '/accounts/keys/0/alias is not of the right form',
    ({ accounts }) => Object.assign(accounts.keys[0] ?? {}, { alias: 'x' }),
  ],
  ['/accounts/keys/1/alias occurs twice', ({ accounts }) => Object.assign(accounts.keys[1] ?? {}, { alias: 'key#1' })],
  [
    '/accounts/keys/0 needs either key or ownKey',
    ({ accounts }) => Object.assign(accounts.keys[0] ?? {}, { ownKey: 1 }),
  ],
  ['/ban-threshold', ({ behaviour }) => Object.assign(behaviour, { 'ban-threshold': 'often' })],
  ['Reading the fixture', ({ store }) => Object.assign(store, { fixture: '{}' })],
])('a state is rejected with the place of its problem: %s', (problem, change) => {
  const { snapshot, restore, inventory } = shop();
  const state = JSON.parse(JSON.stringify(snapshot()));
  change(state);
  inventory.set(1, 77);
  expect(() => restore(state)).toThrow(problem);
  expect(() => restore(JSON.stringify(state))).toThrow(InputError);
  expect(inventory.get(1)?.quantity).toBe(77);
});

test('a promise of a snapshot gets its own error', () => {
  const later = Promise.resolve();
  expect(() => shop().restore(later)).toThrow(
    'Restoring a snapshot: the snapshot is a promise. Write await before it.',
  );
});
