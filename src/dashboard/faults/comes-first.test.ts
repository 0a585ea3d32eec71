import { expect, test } from 'vitest';
import type { FaultState } from '../../admin/schemas/faults.js';
import { comesFirst } from './comes-first.js';

const fault = (id: string, parts: Partial<FaultState> = {}): FaultState => ({
  id,
  operation: 'any',
  status: 503,
  probability: 1,
  seed: 1,
  key: null,
  left: null,
  met: 0,
  ...parts,
});

test('what meets every request leaves nothing to those after it', () => {
  const list = [fault('1'), fault('2', { operation: 'getPet' }), fault('3', { key: 'key#1' })];
  expect(list.map((one) => comesFirst(one, list)?.id)).toEqual([undefined, '1', '1']);
});

test('what meets a share, another operation or another key leaves something', () => {
  const list = [
    fault('1', { probability: 0.5 }),
    fault('2', { operation: 'getPet' }),
    fault('3', { key: 'key#1' }),
    fault('4'),
  ];
  expect(comesFirst(fault('4'), list)).toBeUndefined();
});
