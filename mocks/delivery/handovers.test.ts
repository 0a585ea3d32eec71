import { expect, test } from 'vitest';
import { Handovers, nextTurn } from './handovers.js';

test('an answer is in hand in the turn after it went out', async () => {
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

test('a late answer holds back those that overtook it', async () => {
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

test('where requests come one by one, nothing is told', async () => {
  const handovers = new Handovers(() => 1, true);
  handovers.expect(1)();
  await nextTurn();
  expect(handovers.upTo).toBeUndefined();
});

test('what a restored snapshot has forgotten is in nobody’s hand', async () => {
  let latest = 9;
  const handovers = new Handovers(() => latest);
  handovers.expect(9)();
  await nextTurn();
  expect(handovers.upTo).toBe(9);
  latest = 4;
  expect(handovers.upTo).toBe(4);
});
