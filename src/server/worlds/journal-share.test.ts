import { expect, test } from 'vitest';
import { journalShare } from './journal-share.js';

const MIB = 1024 * 1024;

test('few worlds may hold 16 MiB each', () => {
  expect([0, 1, 16].map(journalShare)).toEqual([16 * MIB, 16 * MIB, 16 * MIB]);
});

test('many worlds share 256 MiB', () => {
  expect(journalShare(64)).toBe(4 * MIB);
  expect(1_000 * journalShare(1_000)).toBeLessThanOrEqual(256 * MIB);
});
