import { expect, test } from 'vitest';
import { parseDurationMs } from './duration.js';

test.each([
  ['61s', 61_000],
  ['1m', 60_000],
  ['1.5h', 5_400_000],
  ['1 day', 86_400_000],
  ['250', 250],
  [250, 250],
  [0.4, 0],
  [0, 0],
])('%j lasts %d milliseconds', (duration, expected) => {
  expect(parseDurationMs(duration)).toBe(expected);
});

test.each(['', ' ', 'soon', '1 parsec', '-5s', 'x'.repeat(101), -1, Number.NaN, Number.POSITIVE_INFINITY])(
  '%j is not a duration',
  (duration) => {
    expect(parseDurationMs(duration)).toBeUndefined();
  },
);
