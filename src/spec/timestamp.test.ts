import { expect, test } from 'vitest';
import { parseTimestamp } from './timestamp.js';

test.each([
  ['2027-12-31', Date.UTC(2027, 11, 31)],
  ['2027-12-31T12:30Z', Date.UTC(2027, 11, 31, 12, 30)],
  ['2027-12-31T12:30:15.250Z', Date.UTC(2027, 11, 31, 12, 30, 15, 250)],
  ['2027-12-31T12:30:00+02:00', Date.UTC(2027, 11, 31, 10, 30)],
  ['2028-02-29', Date.UTC(2028, 1, 29)],
])('%s is a moment', (text, ms) => {
  expect(parseTimestamp(text)).toBe(ms);
});

test.each([
  '',
  '61s',
  '1 day',
  '2027-02-29',
  '2027-02-31T00:00:00Z',
  '2027-13-01',
  '2027-12-31T25:00Z',
  '2027-12-31T12:30',
  'tomorrow',
])('%j is none', (text) => {
  expect(parseTimestamp(text)).toBeUndefined();
});
