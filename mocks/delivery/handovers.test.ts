import { expect, test } from 'vitest';
import { Handovers, nextTurn } from './handovers.js';

test('a response counts as delivered one turn after it was sent', async () => {
  let latest = 0;
  const handovers = new Handovers(() => latest);
  expect(handovers.upTo).toBeUndefined();
  latest = 1;
  const handOver = handovers.expect(1);
  await nextTurn();
  expect(handovers.upTo).toBeUndefined();
  handOver();
  expect(handovers.upTo).toBeUndefined();
  await nextTurn();
  expect(handovers.upTo).toBe(1);
});

test('a delayed response holds back later ones', async () => {
  const handovers = new Handovers(() => 3);
  const [first, second, third] = [1, 2, 3].map((number) => handovers.expect(number));
  first?.();
  third?.();
  await nextTurn();
  expect(handovers.upTo).toBe(1);
  second?.();
  await nextTurn();
  expect(handovers.upTo).toBe(3);
});

test('sequential requests need no delivery count', async () => {
  const handovers = new Handovers(() => 1, true);
  handovers.expect(1)();
  await nextTurn();
  expect(handovers.upTo).toBeUndefined();
});
