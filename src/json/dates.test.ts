import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { formatHttpDate, isIso8601, parseHttpDate, parseTimestamp } from './dates.js';

const november1994 = Date.UTC(1994, 10, 6, 8, 49, 37);

test('a moment is written as an IMF-fixdate', () => {
  expect(formatHttpDate(november1994)).toBe('Sun, 06 Nov 1994 08:49:37 GMT');
});

test('fractions of a second are dropped', () => {
  expect(formatHttpDate(november1994 + 999)).toBe('Sun, 06 Nov 1994 08:49:37 GMT');
});

test.each(['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])(
  '%s is read',
  (text) => {
    expect(parseHttpDate(text)).toBe(november1994);
  },
);

test('two digits of a year below 50 belong to this century', () => {
  expect(parseHttpDate('Friday, 31-Dec-27 00:00:00 GMT')).toBe(Date.UTC(2027, 11, 31));
});

test('a leap second is read as the second after it', () => {
  expect(parseHttpDate('Sat, 31 Dec 2016 23:59:60 GMT')).toBe(Date.UTC(2017, 0, 1));
});

test('a written date is read again, to the second', () => {
  const moments = fc.integer({ min: Date.parse('0000-01-01T00:00:00Z'), max: Date.parse('9999-12-31T23:59:59Z') });
  fc.assert(
    fc.property(moments, (ms) => {
      expect(parseHttpDate(formatHttpDate(ms))).toBe(Math.floor(ms / 1000) * 1000);
    }),
  );
});

test.each([
  '',
  'tomorrow',
  '1994-11-06T08:49:37Z',
  'Sun, 6 Nov 1994 08:49:37 GMT',
  'Sun, 06 Nov 1994 08:49:37',
  'Sun, 06 Nov 1994 08:49:37 UTC',
  'Sun, 06 Nov 1994 08:49:37 +0000',
  'sun, 06 nov 1994 08:49:37 gmt',
  ' Sun, 06 Nov 1994 08:49:37 GMT',
  'Sun, 06 Nov 1994 08:49:37 GMT\n',
  'Sun, 06 Mai 1994 08:49:37 GMT',
  'Sun, 00 Nov 1994 08:49:37 GMT',
  'Wed, 31 Feb 2027 00:00:00 GMT',
  'Mon, 29 Feb 2027 00:00:00 GMT',
  'Sun, 06 Nov 1994 24:00:00 GMT',
  'Sun, 06 Nov 1994 08:60:00 GMT',
  'Sun, 06 Nov 1994 08:49:61 GMT',
  'Sun Nov 36 08:49:37 1994',
])('%j is rejected', (text) => {
  expect(parseHttpDate(text)).toBeUndefined();
});

test.each([
  ['2027-12-31', Date.UTC(2027, 11, 31)],
  ['2027-12-31T12:30Z', Date.UTC(2027, 11, 31, 12, 30)],
  ['2027-12-31T12:30:15.250Z', Date.UTC(2027, 11, 31, 12, 30, 15, 250)],
  ['2027-12-31T12:30:00+02:00', Date.UTC(2027, 11, 31, 10, 30)],
  ['2028-02-29', Date.UTC(2028, 1, 29)],
])('%s is a timestamp', (text, ms) => {
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
])('%j is not a timestamp', (text) => {
  expect(parseTimestamp(text)).toBeUndefined();
});

it.each([
  '2026-11-21T12:00:00Z',
  '2026-11-21T12:00:00.123456789Z',
  '2026-11-21T12:00:00,5Z',
  '2026-11-21T12:00:00+01:00',
  '2026-11-21T12:00:00+0100',
  '2026-11-21T12:00:00-01',
  '2026-11-21T12:00:00\u221201:00',
  '2026-11-21T12:00:00',
  '2026-11-21T12:00Z',
  '2026-11-21T12.5Z',
  '2026-11-21T24:00:00Z',
  '2026-12-31T23:59:60Z',
  '2026-11-21t12:00:00z',
  '20261121T120000Z',
  '20261121T12Z',
  '2026-W47-6T12:00:00Z',
  '2026W476T120000Z',
  '2026-325T12:00:00Z',
  '2026325T120000Z',
  '+002026-11-21T12:00:00Z',
  '2026-11-21',
  '20261121',
  '2024-02-29T00:00:00Z',
  '2024-366T00:00:00Z',
  '2026-W53-1T00:00:00Z',
])('recognises %s as a timestamp', (text) => {
  expect(isIso8601(text)).toBe(true);
});

it.each([
  '',
  'now',
  '1795262400',
  '1795262400000',
  '1795262400.5',
  '2026',
  '2026-11',
  '2026-11-21 12:00:00',
  '2026-13-01T00:00:00Z',
  '2026-00-01T00:00:00Z',
  '2026-02-29T00:00:00Z',
  '2026-367T00:00:00Z',
  '2025-W54-1T00:00:00Z',
  '2026-W47-8T00:00:00Z',
  '2026-11-21T25:00:00Z',
  '2026-11-21T24:00:01Z',
  '2026-11-21T12:60:00Z',
  '2026-11-21T12:00:61Z',
  '2026-11-21T12:00:00+24:00',
  '2026-11-21T',
  '21/11/2026',
  'Sat, 21 Nov 2026 12:00:00 GMT',
  ' 2026-11-21T12:00:00Z',
])('does not recognise %j as a timestamp', (text) => {
  expect(isIso8601(text)).toBe(false);
});
