import { expect, test } from 'vitest';
import { mergeTallies } from './merge-tallies.js';

const tally = (rule: string, exchanges: number, first: number) => ({ rule, title: rule, exchanges, first });

test('adds up each rule, and keeps where it was broken first', () => {
  expect(mergeTallies([tally('a', 2, 1), tally('b', 1, 3)], [tally('b', 4, 9), tally('c', 1, 8)])).toEqual([
    tally('a', 2, 1),
    tally('b', 5, 3),
    tally('c', 1, 8),
  ]);
});
