import { expect, it } from 'vitest';
import { limited } from '../../../tests/limits-told.js';
import { observed } from '../../../tests/observed.js';
import { noKey } from '../../../tests/recorded.js';

const refused = (remaining: number, limit = 60, reset?: number) =>
  limited(limit, remaining, { status: 401, credential: noKey, ...(reset === undefined ? {} : { reset }) });

it.each([
  ['free-plan-untouched', [refused(60), refused(60)]],
  ['per-address', [refused(59), refused(58), refused(57)]],
  ['per-address', [refused(59), refused(58), refused(59, 60, 99), refused(58, 60, 99)]],
  [undefined, [refused(59), refused(59, 60, 99)]],
  [undefined, [refused(59), refused(59)]],
  [undefined, [refused(300, 300), refused(300, 300)]],
  [undefined, [refused(60)]],
])('sees %s in the quota of answers without a key', (answer, told) => {
  expect(observed('unauthenticated-quota', told).answer).toBe(answer);
});

it.each([
  ['seconds', '30'],
  ['http-date', 'Sat, 21 Nov 2026 12:01:00 GMT'],
  [undefined, 'soon'],
  [undefined, undefined],
])('sees the format %s of Retry-After: %s', (answer, value) => {
  expect(observed('retry-after-format', [{ status: 429, headers: { 'Retry-After': value } }]).answer).toBe(answer);
});
