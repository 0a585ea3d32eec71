import { expect, test } from 'vitest';
import { formatDelay, formatMoment, formatTook } from './format-moment.js';

test('a moment of today is a time of day', () => {
  expect(formatMoment('2026-11-21T12:00:00.123Z', '2026-11-21')).toBe('12:00:00.123');
  expect(formatMoment('2026-11-21T12:00:00.123Z', undefined)).toBe('12:00:00.123');
});

test('a moment of another day says which', () => {
  expect(formatMoment('2026-11-21T12:00:00.123Z', '2027-12-31')).toBe('21 Nov 12:00:00');
});

test.each([
  [0, ''],
  [12.4, '12 ms'],
  [1500, '1.5 s'],
  [30_000, '30 s'],
])('%d ms is written as %j', (delayMs, text) => {
  expect(formatDelay(delayMs)).toBe(text);
});

test.each([
  [0, '<1 ms'],
  [0.4, '<1 ms'],
  [1, '1 ms'],
  [1500, '1.5 s'],
])('an answer that took %d ms is said to have taken %j', (tookMs, text) => {
  expect(formatTook(tookMs)).toBe(text);
});
