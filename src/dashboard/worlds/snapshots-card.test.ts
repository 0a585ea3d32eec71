import { expect, test } from 'vitest';
import { freeName } from './snapshots-card.js';

test.each([
  [[], 'before'],
  [['after'], 'before'],
  [['before'], 'before-2'],
  [['before', 'before-2', 'before-4'], 'before-3'],
])('beside %j, %s is available', (taken, name) => {
  expect(freeName(taken)).toBe(name);
});
