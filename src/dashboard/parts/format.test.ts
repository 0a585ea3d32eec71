import { expect, it, test } from 'vitest';
import { liveForTests } from '../live/live-for-tests.js';
import {
  countOf,
  dayOf,
  formatDelay,
  formatMoment,
  formatTook,
  lengthOf,
  momentOf,
  nameOfKey,
  timeOfDay,
} from './format.js';

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

test('a sample key is called by its name, any other by its pseudonym', () => {
  const keys = liveForTests().keys.value;
  expect(nameOfKey(keys, 'key#2')).toBe('test_pro');
  expect(nameOfKey(keys, 'key#4')).toBe('key#4');
});

test('a key that the page has not read is called by its pseudonym', () => {
  expect(nameOfKey(liveForTests().keys.value, 'key#4711')).toBe('key#4711');
  expect(nameOfKey(undefined, 'key#1')).toBe('key#1');
});
