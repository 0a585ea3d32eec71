import { expect, test } from 'vitest';
import { isPlanName, planNames, plans } from './plans.js';

test('there are four plans, from the lowest to the highest', () => {
  expect(planNames).toEqual(['free', 'pro', 'business', 'enterprise']);
});

test('a higher plan allows more', () => {
  const limits = planNames.map((name) => plans[name]).filter((plan) => plan !== 'custom');
  for (const window of ['perMinute', 'perDay'] as const) {
    const allowed = limits.map((plan) => plan[window]);
    expect(allowed).toEqual([...new Set(allowed)].toSorted((a, b) => a - b));
  }
});

test.each(planNames)('%s is the name of a plan', (name) => {
  expect(isPlanName(name)).toBe(true);
});

test.each(['', 'Free', 'gold', 'toString', '__proto__'])('%j is not the name of a plan', (name) => {
  expect(isPlanName(name)).toBe(false);
});
