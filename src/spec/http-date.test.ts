import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatHttpDate, parseHttpDate } from './http-date.js';

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

test('what is written is read again, to the second', () => {
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
])('%j is refused', (text) => {
  expect(parseHttpDate(text)).toBeUndefined();
});
