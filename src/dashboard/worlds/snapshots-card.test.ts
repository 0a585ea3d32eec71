import { expect, test } from 'vitest';
import { freeName, nameOfFile } from './snapshots-card.js';

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
