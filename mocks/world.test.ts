import { expect, test, vi } from 'vitest';
import { InputError } from '../src/json/input-error.js';
import { defaultBehaviour } from '../src/service/behaviour.js';
import { ask } from '../tests/ask.js';
import { World } from './world.js';

const NOON = '2026-11-21T12:00:00Z';
const remaining = (world: World) => ask(world, 'GET', '/inventory').headers['X-RateLimit-Remaining'];

/** Changes everything in a world that a reset has to undo. */
function liveIn(world: World): void {
  ask(world, 'PATCH', '/inventory/1', { json: { quantity: 12_345 } });
  ask(world, 'POST', '/messages', { json: { message: 'hello' } });
  for (let sent = 0; sent < 100; sent++) ask(world, 'GET', '/inventory');
  world.clock.advance('10s');
}

test('a world has the register’s defaults', () => {
  expect(new World().behaviour).toEqual(defaultBehaviour);
});

test('given choices override the defaults', () => {
  const world = new World({ behaviour: { 'malformed-pet-id': 404 } });
  expect(world.behaviour).toEqual({ ...defaultBehaviour, 'malformed-pet-id': 404 });
});

test('the clock runs with the machine by default', () => {
  expect(new World().clock.mode).toBe('real');
  expect(new World({ clock: new Date(NOON) }).clock).toMatchObject({ mode: 'manual' });
});

test('a reset clears stock changes, messages, quotas, bans and clock offsets', () => {
  const world = new World({ clock: NOON });
  const before = ask(world, 'GET', '/inventory');
  liveIn(world);
  expect(ask(world, 'GET', '/inventory').status).toBe(429);
  world.reset();
  expect(ask(world, 'GET', '/inventory')).toEqual(before);
  expect(world.messages.list()).toEqual([]);
});

test('a reset keeps the behaviour', () => {
  const world = new World({ clock: NOON });
  world.setBehaviour({ 'malformed-pet-id': 404 });
  world.reset();
  expect(world.behaviour['malformed-pet-id']).toBe(404);
});

test('a world can be reset during a ban', () => {
  const world = new World({ clock: NOON, behaviour: { 'ban-threshold': 1 } });
  liveIn(world);
  world.reset();
  expect(remaining(world)).toBe('59');
});

test('seeding opens another store and clears the state', () => {
  const world = new World({ clock: NOON });
  liveIn(world);
  world.seed({ pets: 2, seed: 7 });
  expect(JSON.parse(ask(world, 'GET', '/inventory').body ?? '')).toHaveLength(2);
  expect(remaining(world)).toBe('58');
  expect(world.clock.now()).toBe(Date.parse(NOON));
});

test('a reset after seeding restores the seeded store', () => {
  const world = new World({ clock: NOON });
  world.seed({ fixture: { inventory: [{ petId: 7, quantity: 2, status: 'pending' }] } });
  ask(world, 'PATCH', '/inventory/7', { json: { quantity: 1 } });
  world.reset();
  expect(world.inventory.snapshot()).toEqual([{ petId: '7', quantity: 2, status: 'pending' }]);
});

test('options missing or undefined in a seed are kept', () => {
  const world = new World({ pets: 3, seed: 5 });
  const before = world.inventory.snapshot();
  world.seed({ fixture: { inventory: [] } });
  world.seed({ pets: undefined, fixture: undefined });
  expect(world.inventory.snapshot()).toEqual(before);
});

test('seeding replaces pets and orders with the stock', () => {
  const world = new World({ clock: NOON });
  world.seed({
    fixture: {
      inventory: [{ petId: 7, quantity: 2, status: 'pending' }],
      pets: [{ id: 7, name: 'Rex' }],
      orders: [{ id: 1 }],
    },
  });
  expect(ask(world, 'GET', '/pets/7').body).toBe('{"id":7,"name":"Rex"}');
  expect(ask(world, 'GET', '/store/orders').body).toBe('[{"id":1}]');
});

test('an invalid seed changes nothing', () => {
  const world = new World({ clock: NOON });
  liveIn(world);
  const before = world.inventory.snapshot();
  expect(() => world.seed({ pets: -1 })).toThrow(InputError);
  expect(world.inventory.snapshot()).toEqual(before);
  expect(world.messages.list()).toHaveLength(1);
});

test('a changed behaviour applies to a running world, and its state stays', () => {
  const world = new World({ clock: NOON });
  expect(ask(world, 'GET', '/pets/abc').status).toBe(400);
  world.setBehaviour({ 'malformed-pet-id': 404 });
  expect(ask(world, 'GET', '/pets/abc').status).toBe(404);
  expect(remaining(world)).toBe('57');
});

test('changes of behaviour add up', () => {
  const world = new World();
  world.setBehaviour({ 'malformed-pet-id': 404 });
  world.setBehaviour({ 'unknown-method': 404 });
  expect(world.behaviour).toMatchObject({ 'malformed-pet-id': 404, 'unknown-method': 404 });
});

test('setting the same window type keeps quotas', () => {
  const world = new World({ clock: NOON });
  remaining(world);
  world.setBehaviour({ 'window-start': 'first-request' });
  expect(remaining(world)).toBe('58');
});

test.each([
  ['an unknown question', { 'coffee-strength': 'high' }, /\/coffee-strength is unknown/],
  ['an unknown choice', { 'malformed-pet-id': 418 }, /\/malformed-pet-id must be one of 400, 404/],
  ['an address that no URL can have', { 'messages-base-url': 'http://[' }, /\/messages-base-url is not a URL/],
  ['a range turned round', { 'quantity-range': { minimum: 1, maximum: 0 } }, /has a minimum above its maximum/],
])('%s is rejected, and the behaviour is unchanged', (_, change, problem) => {
  const world = new World({ clock: NOON });
  const set = () => world.setBehaviour({ 'unknown-method': 404, ...(change as object) });
  expect(set).toThrow(InputError);
  expect(set).toThrow(problem);
  expect(world.behaviour).toEqual(defaultBehaviour);
  expect(world.addresses.messages).toBe(world.addresses.base);
});

test('a saved world is restored completely, repeatedly', () => {
  const world = new World({ clock: NOON });
  liveIn(world);
  const saved = world.state();
  const before = ask(world, 'GET', '/inventory');
  for (const change of [() => world.seed({ pets: 2 }), () => world.reset(), () => liveIn(world)]) {
    change();
    world.setBehaviour({ 'messages-base-url': 'https://messages.example/quickstart' });
    world.restore(saved);
    expect(ask(world, 'GET', '/inventory')).toEqual(before);
    expect(world.messages.list()).toHaveLength(1);
    expect(world.behaviour).toEqual(defaultBehaviour);
    expect(world.addresses.messages).toBe(world.addresses.base);
  }
});

test('creating a world with invalid options throws', () => {
  expect(() => new World({ baseUrl: 'nowhere' })).toThrow(InputError);
  expect(() => new World({ clock: 'later' })).toThrow(InputError);
  expect(() => new World({ pets: -1 })).toThrow(InputError);
  expect(() => new World({ behaviour: { 'messages-base-url': 'http://[' } })).toThrow(InputError);
});

test('a bug is logged to the console by default', () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
  const bug = new Error('boom');
  new World().onBug(bug);
  expect(consoleError).toHaveBeenCalledExactlyOnceWith(bug);
  consoleError.mockRestore();
});

test('starts an isolated world from a state without its journal, and with the keys that it has without that state', () => {
  const first = new World({ keys: { own: 'pro' } });
  ask(first, 'GET', '/inventory', { key: 'test_free' });
  const state = first.state();
  const keysOf = (hasSampleKeys: boolean) => {
    const world = new World({ keys: { own: 'pro', iso: 'free' }, state }, { isolatedKey: 'iso', hasSampleKeys });
    expect(world.journal.count).toBe(0);
    expect(JSON.stringify(world.state().accounts)).not.toContain('moments');
    return world.accounts.knownKeys();
  };
  expect(keysOf(true)).toEqual([...first.accounts.knownKeys(), 'iso']);
  expect(keysOf(false)).toEqual(['own', 'iso']);
});
