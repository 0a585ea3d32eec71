import { expect, test } from 'vitest';
import type { WorldEntry } from '../../admin/schemas/world.js';
import { dropsIn, freeName, nameOfFile } from './worlds-page.js';

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

test.each([
  [[], 'before'],
  [['after'], 'before'],
  [['before'], 'before-2'],
  [['before', 'before-2', 'before-4'], 'before-3'],
])('beside %j, %s is available', (taken, name) => {
  expect(freeName(taken)).toBe(name);
});

test.each([
  ['bug-42.petstore-state.json', 'bug-42'],
  ['bug.petstore-state (1).json', 'bug'],
  ['My state.JSON', 'My-state'],
  ['../.hidden.json', 'hidden'],
  ['状態.json', 'uploaded'],
  [`${'x'.repeat(80)}.json`, 'x'.repeat(64)],
])('the file %s is uploaded as %s', (file, name) => {
  expect(nameOfFile(file)).toBe(name);
  expect(freeName([name], nameOfFile(file))).toMatch(/^[\w-][\w.-]{0,63}$/);
});
