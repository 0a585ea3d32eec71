import { expect, test } from 'vitest';
import { explainLimits } from './explain-limits.js';

const at = '2026-11-21T12:00:00.000Z';
const reset = (seconds: number) => String(Date.parse(at) / 1000 + seconds);
const limits = (remaining: string, resetText: string) => [
  ['X-RateLimit-Limit', '1000'],
  ['X-RateLimit-Remaining', remaining],
  ['X-RateLimit-Reset', resetText],
];

test('the three headers become a sentence', () => {
  expect(explainLimits(limits('57', reset(42)), at)).toEqual([
    '57 of 1\u202f000 requests left; the limit resets at 2026-11-21 12:00:42 UTC, 42 s after the request.',
  ]);
});

test('the time to wait is said as a moment', () => {
  expect(explainLimits([...limits('0', reset(3_661)), ['retry-after', '60']], at)).toEqual([
    'None of 1\u202f000 requests left; the limit resets at 2026-11-21 13:01:01 UTC, 1 h 1 min 1 s after the request.',
    'The client is to send nothing until 2026-11-21 12:01:00 UTC, 1 min after the request.',
  ]);
});

test('a date in Retry-After is read as well', () => {
  expect(explainLimits([['Retry-After', 'Sat, 21 Nov 2026 11:59:30 GMT']], at)).toEqual([
    'The client is to send nothing until 2026-11-21 11:59:30 UTC, 30 s before the request.',
  ]);
});

test('headers that cannot be read are not explained, and a reset beyond all dates does no harm', () => {
  expect(explainLimits([['X-RateLimit-Limit', 'many']], at)).toEqual([]);
  expect(explainLimits(limits('1', '9007199254740991'), at)[0]).toContain('beyond all calendars');
});
