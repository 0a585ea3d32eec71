import { expect, test } from 'vitest';
import type { FaultState } from '../../admin/schemas/faults.js';
import { activeOf, readyFaults } from './ready-faults.js';

const asTold = (id: number, { operation = 'any', ...fault }: (typeof readyFaults)[number]['ask']): FaultState => ({
  id: String(id),
  operation,
  ...fault,
  probability: fault.probability ?? 1,
  seed: 1,
  key: null,
  left: null,
  met: 7,
});

test('each ready-made fault is found among those of a world that has them all', () => {
  const active = readyFaults.map(({ ask }, index) => asTold(index, ask));
  expect(readyFaults.map((ready) => activeOf(ready, active)?.id)).toEqual(active.map(({ id }) => id));
});

test('a fault for one key, or for a few requests, is another one', () => {
  const [slow] = readyFaults.filter(({ id }) => id === 'slow');
  if (slow === undefined) throw new Error('No ready-made fault is called slow.');
  const told = asTold(1, slow.ask);
  expect(activeOf(slow, [told])).toBe(told);
  expect(activeOf(slow, [{ ...told, key: 'key#1' }])).toBeUndefined();
  expect(activeOf(slow, [{ ...told, left: 3 }])).toBeUndefined();
  expect(activeOf(slow, [{ ...told, operation: 'getPet' }])).toBeUndefined();
});

test('the order in which a delay is told makes no difference', () => {
  const [tail] = readyFaults.filter(({ id }) => id === 'long-tail');
  if (tail === undefined) throw new Error('No ready-made fault is called long-tail.');
  const told = { ...asTold(1, tail.ask), delayMs: { sigma: 1, median: 120, type: 'lognormal' } as const };
  expect(activeOf(tail, [told])).toBe(told);
});
