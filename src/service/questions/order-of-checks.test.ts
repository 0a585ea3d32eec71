import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Check, checkPairs, checks, findOrderProblem, orderOf, orderWith } from './order-of-checks.js';

const listed: readonly Check[] = checks;

test('as-listed is the order of the fake, and a valid one', () => {
  expect(orderOf('as-listed')).toBe(checks);
  expect(findOrderProblem(checks)).toBeUndefined();
});

test.each([
  [listed.slice(1), 'lacks key; each of the 11 checks must be in it once'],
  [[...listed, 'path' as const], 'has path twice'],
  [['fields' as const, ...listed.filter((check) => check !== 'fields')], 'has fields before json, which it needs'],
  [[...listed].reverse(), 'has pet before pet-id, which it needs'],
])('%j is rejected', (order, problem) => {
  expect(findOrderProblem(order)).toBe(problem);
});

const anyOrder = fc
  .shuffledSubarray([...checks], { minLength: checks.length })
  .filter((order) => !findOrderProblem(order));

/** Returns the pairs of checks as an order has them. */
const pairsIn = (order: readonly Check[]) =>
  checkPairs.map(({ checks: [one, other] }) =>
    order.indexOf(one) < order.indexOf(other) ? ([one, other] as const) : ([other, one] as const),
  );

test('the pairs of any valid order lead to a valid order with the same pairs', () => {
  fc.assert(
    fc.property(anyOrder, (order) => {
      const found = orderWith(pairsIn(order)) ?? [];
      expect(findOrderProblem(found)).toBeUndefined();
      expect(pairsIn(found)).toEqual(pairsIn(order));
    }),
  );
});

test('an order changes no more than the pairs ask for', () => {
  expect(orderWith([])).toEqual(checks);
  expect(orderWith([['path', 'key']])).toEqual(['quota', 'path', 'key', ...checks.slice(3)]);
});

test('pairs that contradict each other, or what a check needs, have no order', () => {
  expect(
    orderWith([
      ['key', 'path'],
      ['path', 'size'],
      ['size', 'key'],
    ]),
  ).toBeUndefined();
  expect(
    orderWith([
      ['fields', 'pet-id'],
      ['pet-id', 'json'],
    ]),
  ).toBeUndefined();
});

test('no pair has the quota, nor checks that no request fails both', () => {
  const names = checkPairs.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(expect.arrayContaining(['key or path', 'key or pet', 'pet-id or json', 'fields or pet']));
  for (const name of ['key or quota', 'path or method', 'json or fields', 'pet-id or pet', 'key or size']) {
    expect(names).not.toContain(name);
  }
});
