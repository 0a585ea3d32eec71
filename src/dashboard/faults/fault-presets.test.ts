import { expect, test } from 'vitest';
import type { FaultState } from '../../admin/schemas/faults.js';
import { activeFault, faultPresets } from './fault-presets.js';

const asTold = (id: number, { operation = 'any', ...fault }: (typeof faultPresets)[number]['options']): FaultState => ({
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
  const active = faultPresets.map(({ options: ask }, index) => asTold(index, ask));
  expect(faultPresets.map((ready) => activeFault(ready, active)?.id)).toEqual(active.map(({ id }) => id));
});

test('a fault for one key, or for a few requests, is another one', () => {
  const [slow] = faultPresets.filter(({ title }) => title === 'Slow responses');
  if (slow === undefined) throw new Error('No ready-made fault is called slow.');
  const told = asTold(1, slow.options);
  expect(activeFault(slow, [told])).toBe(told);
  expect(activeFault(slow, [{ ...told, key: 'key#1' }])).toBeUndefined();
  expect(activeFault(slow, [{ ...told, left: 3 }])).toBeUndefined();
  expect(activeFault(slow, [{ ...told, operation: 'getPet' }])).toBeUndefined();
});

test('the order in which a delay is told makes no difference', () => {
  const [tail] = faultPresets.filter(({ title }) => title === 'Long tail');
  if (tail === undefined) throw new Error('No ready-made fault is called long-tail.');
  const told = { ...asTold(1, tail.options), delayMs: { sigma: 1, median: 120, type: 'lognormal' } as const };
  expect(activeFault(tail, [told])).toBe(told);
});
