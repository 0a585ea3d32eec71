import { expect, test } from 'vitest';
import { openWorlds } from '../../worlds/worlds-for-tests.js';
import { createStockTopic } from './world-topics.js';

/** Follows the stock of a store with that many pets. */
function following(pets = 3) {
  const { shared } = openWorlds({ world: { pets } }).worlds;
  const follow = () => {
    const { next } = createStockTopic(shared);
    return () => {
      const text = next(0);
      return text === undefined ? undefined : JSON.parse(text);
    };
  };
  const set = (petId: number, quantity: number) => shared.steering.inventory.set(petId, { quantity });
  return { shared, follow, set, inventory: shared.world.inventory };
}

test('at first the stock is to be read; later its changes are sent', () => {
  const { follow, set, inventory } = following();
  const next = follow();
  expect(next()).toEqual({ version: inventory.version, total: 3, isAllNew: true, changes: [] });
  expect(next()).toBeUndefined();
  set(2, 77);
  expect(next()).toMatchObject({ total: 3, isAllNew: false, changes: [{ petId: 2, quantity: 77 }] });
});

test('does not send a record that was set to the same value', () => {
  const { follow, set } = following();
  const next = follow();
  set(2, 77);
  next();
  set(2, 77);
  expect(next()).toBeUndefined();
});

test('a new pet and a new status are changes', () => {
  const { follow, shared } = following();
  const next = follow();
  next();
  shared.steering.inventory.set(99, { quantity: 5, status: 'available' });
  shared.steering.inventory.set(1, { status: 'sold' });
  const { total, changes } = next();
  expect(total).toBe(4);
  expect(changes).toEqual([
    expect.objectContaining({ petId: 1, status: 'sold' }),
    { petId: 99, quantity: 5, status: 'available' },
  ]);
});

test('another store, or more than 2,000 changes, must be read again', () => {
  const { follow, shared, set } = following(2_100);
  const next = follow();
  next();
  for (let petId = 1; petId <= 2_000; petId++) set(petId, 1_000_000);
  expect(next().changes).toHaveLength(2_000);
  for (let petId = 1; petId <= 2_001; petId++) set(petId, 1_000_001);
  expect(next()).toMatchObject({ isAllNew: true, changes: [] });
  shared.steering.seed({ pets: 2_100, seed: 9 });
  next();
  shared.steering.seed({ pets: 10 });
  expect(next()).toMatchObject({ total: 10, isAllNew: true, changes: [] });
});

test('a reader that missed a poll gets all changes since', () => {
  const { follow, set } = following();
  const [slow, fast] = [follow(), follow()];
  for (const next of [slow, fast]) next();
  set(1, 7);
  expect(fast().changes).toEqual([expect.objectContaining({ petId: 1, quantity: 7 })]);
  set(2, 8);
  expect(fast().changes).toEqual([expect.objectContaining({ petId: 2, quantity: 8 })]);
  expect(slow()).toMatchObject({
    isAllNew: false,
    changes: [
      { petId: 1, quantity: 7 },
      { petId: 2, quantity: 8 },
    ],
  });
  expect(slow()).toBeUndefined();
});
