import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatRateLimitHeaders,
  formatRetryAfter,
  parseRateLimitHeaders,
  parseRetryAfter,
  type RetryAfterFormat,
  rateLimitHeaderNames,
} from './rate-limit-headers.js';

const sent = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '59', 'x-ratelimit-reset': '1767225600' };

test('the state is written under the names of the document', () => {
  expect(formatRateLimitHeaders({ limit: 60, remaining: 59, resetSeconds: 1_767_225_600 })).toEqual({
    'X-RateLimit-Limit': '60',
    'X-RateLimit-Remaining': '59',
    'X-RateLimit-Reset': '1767225600',
  });
});

test('the headers are read through a getter such as that of Headers', () => {
  const headers = new Headers(sent);
  expect(parseRateLimitHeaders(headers)).toEqual({
    limit: 60,
    remaining: 59,
    resetSeconds: 1_767_225_600,
  });
});

test('written headers are read again', () => {
  const count = fc.maxSafeNat();
  fc.assert(
    fc.property(fc.record({ limit: count, remaining: count, resetSeconds: count }), (state) => {
      const headers = new Headers(formatRateLimitHeaders(state));
      expect(parseRateLimitHeaders(headers)).toEqual(state);
    }),
  );
});

test.each(rateLimitHeaderNames)('without %s no state is read', (missing) => {
  const headers = new Headers(sent);
  headers.delete(missing);
  expect(parseRateLimitHeaders(headers)).toBeUndefined();
});

test.each(['', '-1', '1.5', '1e3', '0x3c', '60, 60', '60;w=60', 'sixty', '9007199254740993'])(
  'a limit of %j is rejected',
  (limit) => {
    const headers = new Headers({ ...sent, 'x-ratelimit-limit': limit });
    expect(parseRateLimitHeaders(headers)).toBeUndefined();
  },
);

const now = Date.UTC(2026, 0, 31, 12, 0, 0, 250);

test('seconds are rounded up', () => {
  expect(formatRetryAfter('seconds', now, now + 1_001)).toBe('2');
});

test('the minimum is one second, even when the wait is over', () => {
  expect(formatRetryAfter('seconds', now, now)).toBe('1');
  expect(formatRetryAfter('seconds', now, now - 60_000)).toBe('1');
});

test('a date is rounded up to the next second', () => {
  expect(formatRetryAfter('http-date', now, now + 1_000)).toBe('Sat, 31 Jan 2026 12:00:02 GMT');
});

test('seconds are relative to now', () => {
  expect(parseRetryAfter('30', now)).toBe(now + 30_000);
});

test('zero seconds are read', () => {
  expect(parseRetryAfter('0', now)).toBe(now);
});

test('a date is absolute', () => {
  expect(parseRetryAfter('Sat, 31 Jan 2026 12:00:02 GMT', now)).toBe(Date.UTC(2026, 0, 31, 12, 0, 2));
});

test('a client that waits for Retry-After is never early, nor much too late', () => {
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
  '%j is rejected',
  (text) => {
    expect(parseRetryAfter(text, now)).toBeUndefined();
  },
);
