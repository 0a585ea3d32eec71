import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatRateLimitHeaders, parseRateLimitHeaders, rateLimitHeaderNames } from './rate-limit-headers.js';

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

test('what is written is read again', () => {
  const count = fc.maxSafeNat();
  fc.assert(
    fc.property(fc.record({ limit: count, remaining: count, resetSeconds: count }), (state) => {
      const headers = new Headers(formatRateLimitHeaders(state));
      expect(parseRateLimitHeaders(headers)).toEqual(state);
    }),
  );
});

test.each(rateLimitHeaderNames)('without %s nothing is read', (missing) => {
  const headers = new Headers(sent);
  headers.delete(missing);
  expect(parseRateLimitHeaders(headers)).toBeUndefined();
});

test.each(['', '-1', '1.5', '1e3', '0x3c', '60, 60', '60;w=60', 'sixty', '9007199254740993'])(
  'a limit of %j is refused',
  (limit) => {
    const headers = new Headers({ ...sent, 'x-ratelimit-limit': limit });
    expect(parseRateLimitHeaders(headers)).toBeUndefined();
  },
);
