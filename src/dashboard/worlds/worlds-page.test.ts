import { expect, test } from 'vitest';
import type { WorldEntry } from '../../admin/schemas/world.js';
import { dropsIn } from './worlds-page.js';

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

test.each([
  [world, 'in 59m 56s'],
  [{ ...world, idleSeconds: 3_599 }, 'in 1s'],
  [{ ...world, idleSeconds: 4_004 }, 'any moment'],
  [{ ...world, droppedAfterSeconds: null }, 'never'],
])('reports when a world is dropped (%#): %s', (one, text) => {
  expect(dropsIn(one)).toBe(text);
});
