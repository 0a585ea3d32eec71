import { expect, test } from 'vitest';
import type { WorldEntry } from '../../admin/schemas/world.js';
import { agedBy, dropsIn } from './worlds-table.js';

const world: WorldEntry = {
  id: 'w1',
  isShared: false,
  keys: 1,
  pets: 100,
  requests: 12,
  ageSeconds: 840,
  idleSeconds: 4,
  droppedAfterSeconds: 3_600,
};

test('a world that nobody uses gets older, and idler', () => {
  expect(agedBy(world, 10)).toEqual({ ...world, ageSeconds: 850, idleSeconds: 14 });
});

test.each([
  [world, 'in 59m 56s'],
  [agedBy(world, 3_595), 'in 1s'],
  [agedBy(world, 4_000), 'any moment'],
  [{ ...world, droppedAfterSeconds: null }, 'never'],
])('says when a world goes (%#): %s', (one, words) => {
  expect(dropsIn(one)).toBe(words);
});
