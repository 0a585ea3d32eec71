import { expect, it } from 'vitest';
import { countOf, dayOf, lengthOf, momentOf, timeOfDay } from './tell-time.js';

it.each([
  [0, '0s'],
  [-5_000, '0s'],
  [400, '1s'],
  [59_000, '59s'],
  [60_000, '1m'],
  [250_000, '4m 10s'],
  [7_500_000, '2h 5m'],
  [86_400_000 + 3_000, '1d'],
  [3 * 86_400_000 + 4 * 3_600_000, '3d 4h'],
])('tells %i ms as %s', (ms, text) => {
  expect(lengthOf(ms)).toBe(text);
});

it('tells moments by UTC, wherever the browser is', () => {
  expect(timeOfDay('2026-11-21T15:49:16.042Z')).toBe('15:49:16');
  expect(timeOfDay('2026-11-21T15:49:16.042Z', true)).toBe('15:49:16.042');
  expect(momentOf(Date.parse('2026-11-21T15:49:16.042Z'))).toBe('2026-11-21 15:49:16 UTC');
  expect(dayOf('2027-01-01T00:30:00+02:00')).toBe('31 Dec 2026');
});

it('tells of a moment that no calendar has', () => {
  expect(momentOf(Number.MAX_SAFE_INTEGER * 1_000)).toBe('a time beyond all calendars');
});

it('puts gaps between thousands', () => {
  expect(countOf(100_000).replaceAll('\u202f', ' ')).toBe('100 000');
  expect(countOf(999)).toBe('999');
});
