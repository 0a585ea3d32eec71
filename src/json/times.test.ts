import { expect, it } from 'vitest';
import { dateAndTime, dayOf, formatDuration, isoMoment, momentNear, momentOf, timeOfDay } from './times.js';

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
  [36_525 * 86_400_000, '36525d'],
  [1e16, 'over 100 years'],
  [Number.POSITIVE_INFINITY, 'over 100 years'],
])('writes %i ms as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

it('writes moments in UTC in every time zone', () => {
  expect(timeOfDay('2026-11-21T15:49:16.042Z')).toBe('15:49:16');
  expect(timeOfDay('2026-11-21T15:49:16.042Z', true)).toBe('15:49:16.042');
  expect(momentOf(Date.parse('2026-11-21T15:49:16.042Z'))).toBe('2026-11-21 15:49:16 UTC');
  expect(dateAndTime('2026-11-21T15:49:16.042Z', 'minute')).toBe('2026-11-21 15:49');
  expect(dayOf('2027-01-01T00:30:00+02:00')).toBe('31 Dec 2026');
});

it('writes a moment of another day with its date', () => {
  const nowMs = Date.parse('2026-11-21T12:00:00Z');
  expect(momentNear(nowMs + 60_000, nowMs)).toBe('12:01:00 UTC');
  expect(momentNear(nowMs + 86_400_000, nowMs)).toBe('2026-11-22 12:00:00 UTC');
});

it.each([
  Date.UTC(9999, 11, 31, 23, 59, 59) + 1_000,
  Date.parse('0000-01-01') - 1,
  8.64e15,
  Number.MAX_SAFE_INTEGER * 1_000,
  Number.POSITIVE_INFINITY,
  Number.NaN,
])('writes the moment %d, which has no usual form', (ms) => {
  for (const text of [isoMoment(ms), timeOfDay(ms), dayOf(ms), dateAndTime(ms), momentOf(ms), momentNear(ms, ms)]) {
    expect(text).toBe('a date out of range');
  }
});

it('writes the last moment that has one', () => {
  const lastMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
  expect([isoMoment(lastMs), dayOf(lastMs)]).toEqual(['9999-12-31T23:59:59.999Z', '31 Dec 9999']);
});
