import { expect, test } from 'vitest';
import { createPetstore } from '../../../mocks/petstore.js';
import { nameSnapshots } from './named-snapshots.js';

const NOON_MS = Date.parse('2026-11-21T12:00:00Z');

function open() {
  const petstore = createPetstore({ clock: '2026-11-21T12:00:00Z', pets: 3 });
  return { petstore, snapshots: nameSnapshots(petstore) };
}

test('restores a world by the name of a snapshot, repeatedly', () => {
  const { petstore, snapshots } = open();
  const before = petstore.inventory.get(1)?.quantity;
  expect(snapshots.take('before')).toEqual({ name: 'before', takenAtMs: NOON_MS });
  for (const quantity of [71, 72]) {
    petstore.inventory.set(1, quantity);
    snapshots.restore('before');
    expect(petstore.inventory.get(1)?.quantity).toBe(before);
  }
});

test('a reset keeps snapshots', () => {
  const { petstore, snapshots } = open();
  petstore.inventory.set(1, 71);
  snapshots.take('changed');
  petstore.reset();
  snapshots.restore('changed');
  expect(petstore.inventory.get(1)?.quantity).toBe(71);
});

test('lists snapshots in the order of their creation, a replaced one last', () => {
  const { petstore, snapshots } = open();
  snapshots.take('a');
  snapshots.take('b');
  petstore.clock.advance('1s');
  petstore.inventory.set(1, 72);
  snapshots.take('a');
  expect(snapshots.list()).toEqual([
    { name: 'b', takenAtMs: NOON_MS },
    { name: 'a', takenAtMs: NOON_MS + 1_000 },
  ]);
  petstore.inventory.set(1, 73);
  snapshots.restore('a');
  expect(petstore.inventory.get(1)?.quantity).toBe(72);
});

test('deletes a snapshot', () => {
  const { snapshots } = open();
  snapshots.take('a');
  snapshots.delete('a');
  expect(snapshots.list()).toEqual([]);
});

test.each(['restore', 'delete'] as const)('lists the existing names if %s gets an unknown one', (what) => {
  const { snapshots } = open();
  expect(() => snapshots[what]('before')).toThrow(/no snapshot has that name\. There are no snapshots yet\./);
  snapshots.take('before');
  expect(() => snapshots[what]('befor')).toThrow("Did you mean 'before'? Snapshots: before.");
});

test('stores a hundred, and then only replacements', () => {
  const { snapshots } = open();
  for (let index = 0; index < 100; index += 1) snapshots.take(`s${index}`);
  expect(() => snapshots.take('one-more')).toThrow(/the limit of 100 is reached.*Delete one, such as the oldest, s0\./);
  snapshots.take('s0');
  expect(snapshots.list()).toHaveLength(100);
});
