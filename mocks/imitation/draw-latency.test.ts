import { expect, test } from 'vitest';
import { createLatencyDraw } from './draw-latency.js';
import { profileOf } from './profile-for-tests.js';

const latencyOf = createLatencyDraw(profileOf({ latency: { getPet: [100, 200, 400], listInventory: [0, 0, 50] } }));

test.each([
  [0, 25],
  [0.01, 25],
  [0.1, 50],
  [0.3, 75],
  [0.5, 100],
  [0.7, 150],
  [0.9, 200],
  [0.945, 300],
  [0.99, 400],
  [0.9999, 400],
])('the draw %d takes %d ms', (chance, lengthMs) => {
  expect(latencyOf('getPet', chance)).toBe(lengthMs);
});

test('quantiles of 0 are no delay', () => {
  expect(latencyOf('listInventory', 0.3)).toBe(0);
  expect(latencyOf('listInventory', 0.99)).toBe(50);
});

test('an operation that was not measured takes as long as the one measured most', () => {
  const { latency, ...profile } = profileOf({ latency: { getPet: [1, 1, 1], other: [7, 7, 7] } });
  const most = { ...profile, latency: { ...latency, other: { ...latency.other, count: 99 } } } as never;
  expect(createLatencyDraw(most)('listOrders', 0.5)).toBe(7);
});

test('nothing was measured, nothing waits', () => {
  expect(createLatencyDraw(profileOf({}))('getPet', 0.5)).toBe(0);
});
