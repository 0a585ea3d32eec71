import { expect, test } from 'vitest';
import { blankProfile, tookMs } from '../../tests/profile-for-tests.js';
import { compareLatency } from './compare-latency.js';

const steady = (ms: number, count = 9) => ({ ...tookMs(ms, count), p90: ms, p99: ms });

const outcome = (left: ReturnType<typeof tookMs>, right: ReturnType<typeof tookMs>) =>
  compareLatency(blankProfile({ latency: { getPet: left } }), blankProfile({ latency: { getPet: right } })).map(
    ({ is }) => is,
  );

test.each([
  [100, 250, 'different'],
  [250, 100, 'different'],
  [100, 200, 'alike'],
  [10, 60, 'alike'],
  [1, 51.1, 'different'],
  [900, 1_700, 'alike'],
])('medians of %d ms and %d ms are %s', (left, right, is) => {
  expect(outcome(steady(left), steady(right))).toEqual([is]);
});

test('medians that lie among the other side’s answers are chance, however far they are apart', () => {
  expect(outcome({ ...tookMs(34), p90: 105 }, { ...tookMs(168), p90: 191 })).toEqual(['alike']);
  expect(outcome({ ...tookMs(34), p90: 105 }, { ...tookMs(220), p90: 400 })).toEqual(['different']);
});

test('a few answers are too few', () => {
  expect(outcome(tookMs(10, 5), tookMs(1_000))).toEqual(['uncompared']);
  expect(outcome(tookMs(10, 6), tookMs(1_000, 6))).toEqual(['different']);
  const [one] = compareLatency(blankProfile(), blankProfile({ latency: { other: tookMs(10) } }));
  expect(one).toMatchObject({
    is: 'uncompared',
    id: 'other',
    why: '0 and 9 answers were timed, it takes 6 on each side',
  });
});
