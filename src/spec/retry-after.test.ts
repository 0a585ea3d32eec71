import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatRetryAfter, parseRetryAfter, type RetryAfterFormat } from './retry-after.js';

const now = Date.UTC(2026, 0, 31, 12, 0, 0, 250);

test('seconds are rounded up', () => {
  expect(formatRetryAfter('seconds', now, now + 1_001)).toBe('2');
});

test('at least one second is asked for, even when the wait is over', () => {
  expect(formatRetryAfter('seconds', now, now)).toBe('1');
  expect(formatRetryAfter('seconds', now, now - 60_000)).toBe('1');
});

test('a date is rounded up to the next second', () => {
  expect(formatRetryAfter('http-date', now, now + 1_000)).toBe('Sat, 31 Jan 2026 12:00:02 GMT');
});

test('seconds are read from now on', () => {
  expect(parseRetryAfter('30', now)).toBe(now + 30_000);
});

test('zero seconds are read', () => {
  expect(parseRetryAfter('0', now)).toBe(now);
});

test('a date is read whatever the time is', () => {
  expect(parseRetryAfter('Sat, 31 Jan 2026 12:00:02 GMT', now)).toBe(Date.UTC(2026, 0, 31, 12, 0, 2));
});

test('whoever waits as told never comes early, nor much too late', () => {
  const format = fc.constantFrom<RetryAfterFormat>('seconds', 'http-date');
  fc.assert(
    fc.property(format, fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: 1, max: 1e9 }), (chosen, nowMs, wait) => {
      const moment = parseRetryAfter(formatRetryAfter(chosen, nowMs, nowMs + wait), nowMs);
      expect(moment).toBeGreaterThanOrEqual(nowMs + wait);
      expect(moment).toBeLessThan(nowMs + wait + 1_000);
    }),
  );
});

test.each(['', '-1', '+1', '1.5', '1e3', ' 1', '1 ', '0x10', 'soon', '2026-01-31T12:00:02Z'])(
  '%j is refused',
  (text) => {
    expect(parseRetryAfter(text, now)).toBeUndefined();
  },
);
