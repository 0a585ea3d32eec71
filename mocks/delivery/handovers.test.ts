import { expect, test } from 'vitest';
import { createHandovers } from './handovers.js';
import { nextTurn } from './next-turn.js';

test('an answer is in hand in the turn after it went out', async () => {
  const handovers = createHandovers();
  expect(handovers.upTo).toBeUndefined();
  const handOver = handovers.expect(1);
  await nextTurn();
  expect(handovers.upTo).toBeUndefined();
  handOver();
  expect(handovers.upTo).toBeUndefined();
  await nextTurn();
  expect(handovers.upTo).toBe(1);
});

test('a late answer holds back those that overtook it', async () => {
  const handovers = createHandovers();
  const [first, second, third] = [1, 2, 3].map((number) => handovers.expect(number));
  first?.();
  third?.();
  await nextTurn();
  expect(handovers.upTo).toBe(1);
  second?.();
  await nextTurn();
  expect(handovers.upTo).toBe(3);
});

test('where requests come one by one, nothing is told', async () => {
  const handovers = createHandovers(true);
  handovers.expect(1)();
  await nextTurn();
  expect(handovers.upTo).toBeUndefined();
});
