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

test('each preset is found among the active faults of a world that has all of them', () => {
  const active = faultPresets.map(({ options: ask }, index) => asTold(index, ask));
  expect(faultPresets.map((ready) => activeFault(ready, active)?.id)).toEqual(active.map(({ id }) => id));
});

test('a fault for one key or for a few requests does not equal a preset', () => {
  const [slow] = faultPresets.filter(({ title }) => title === 'Slow responses');
  if (slow === undefined) throw new Error('No ready-made fault is called slow.');
  const told = asTold(1, slow.options);
  expect(activeFault(slow, [told])).toBe(told);
  expect(activeFault(slow, [{ ...told, key: 'key#1' }])).toBeUndefined();
  expect(activeFault(slow, [{ ...told, left: 3 }])).toBeUndefined();
  expect(activeFault(slow, [{ ...told, operation: 'getPet' }])).toBeUndefined();
});

test('the order of the members of a delay does not matter', () => {
  const [tail] = faultPresets.filter(({ title }) => title === 'Long tail');
  if (tail === undefined) throw new Error('No ready-made fault is called long-tail.');
  const told = { ...asTold(1, tail.options), delayMs: { sigma: 1, median: 120, type: 'lognormal' } as const };
  expect(activeFault(tail, [told])).toBe(told);
});
