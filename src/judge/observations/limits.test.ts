import { expect, it } from 'vitest';
import { observed } from '../../../tests/observed.js';
import { goodKey, noKey, START_MS, type Told } from '../../../tests/recorded.js';

const START_SECONDS = START_MS / 1000;

function limited(limit: number, remaining: number, changes: Told & { readonly reset?: number } = {}): Told {
  const { reset = START_SECONDS + 60, ...told } = changes;
  return {
    ...told,
    headers: {
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': String(remaining),
      'X-RateLimit-Reset': String(reset),
      ...told.headers,
    },
  };
}

const refused = (remaining: number, limit = 60) => limited(limit, remaining, { status: 401, credential: noKey });

it.each([
  ['free-plan-untouched', [refused(60), refused(60)]],
  ['per-address', [refused(59), refused(58), refused(57)]],
  [undefined, [refused(59), refused(59)]],
  [undefined, [refused(300, 300), refused(300, 300)]],
  [undefined, [refused(60)]],
])('sees %s in the quota of answers without a key', (answer, told) => {
  expect(observed('unauthenticated-quota', told).answer).toBe(answer);
});

const spend = (remaining: number, status = 200) => limited(60, remaining, { status });

it('sees which refusals use quota', () => {
  const told = [spend(59), spend(58, 400), spend(58, 404), spend(58, 429)];
  expect(observed('refused-requests-count', told)).toMatchObject({
    answer: { '400': true, '404': false, '429': false },
  });
});

it('answers no part of the question alone, and notes what was seen', () => {
  const told = [spend(1), spend(0, 400), spend(0, 429)];
  expect(observed('refused-requests-count', told)).toMatchObject({
    answer: undefined,
    note: 'uses quota: 400 yes, 404 not told, 429 not told',
  });
});

it('concludes nothing from another window, another key or another user', () => {
  const other: Told = { ...spend(58, 400), credential: { ...goodKey, name: 'key#9' } };
  const later = limited(60, 58, { status: 400, reset: START_SECONDS + 90 });
  for (const next of [other, later, spend(50, 400)]) {
    expect(observed('refused-requests-count', [spend(59), next]).note).toContain('400 not told');
  }
});

it.each([
  ['fewest-remaining', [limited(60, 3), limited(1000, 2)]],
  ['day', [limited(10_000, 9_000)]],
  [undefined, [limited(10_000, 200)]],
  [undefined, [limited(60, 3)]],
  [undefined, [limited(1000, 900)]],
  [undefined, [limited(77, 70)]],
])('sees the window %s in %j', (answer, told) => {
  expect(observed('described-window', told).answer).toBe(answer);
});

it('tells the day of Free from the minute of Business when the plan is known', () => {
  expect(observed('described-window', [limited(1000, 900)], { plan: 'free' }).answer).toBe('day');
  expect(observed('described-window', [limited(1000, 900)], { plan: 'enterprise' }).answer).toBeUndefined();
});

const used = (reset: number) => limited(60, 0, { reset, atMs: 0 });
const after = (remaining: number, reset: number) => limited(60, remaining, { reset, atMs: 31_000 });

it.each([
  ['first-request', [used(START_SECONDS + 31), after(59, START_SECONDS + 91)]],
  ['sliding', [used(START_SECONDS + 31), after(0, START_SECONDS + 32)]],
  [undefined, [used(START_SECONDS + 31), after(59, START_SECONDS + 70)]],
  [undefined, [used(START_SECONDS + 60), after(0, START_SECONDS + 60)]],
])('sees windows that start as %s', (answer, told) => {
  expect(observed('window-start', told).answer).toBe(answer);
});

it('sees windows that start with the minute', () => {
  const next = limited(60, 59, { reset: START_SECONDS + 120, atMs: 60_500 });
  expect(observed('window-start', [used(START_SECONDS + 60), next]).answer).toBe('calendar');
});

it.each([
  ['seconds', '30'],
  ['http-date', 'Sat, 21 Nov 2026 12:01:00 GMT'],
  [undefined, 'soon'],
  [undefined, undefined],
])('sees the format %s of Retry-After: %s', (answer, value) => {
  expect(observed('retry-after-format', [{ status: 429, headers: { 'Retry-After': value } }]).answer).toBe(answer);
});

it('sees the limits of an Enterprise key only', () => {
  const told = [limited(7_000, 1), limited(90_000, 1)];
  expect(observed('enterprise-limits', told, { plan: 'enterprise' }).answer).toEqual({
    perMinute: 7_000,
    perDay: 90_000,
  });
  expect(observed('enterprise-limits', told.slice(1), { plan: 'enterprise' }).answer).toBeUndefined();
  expect(observed('enterprise-limits', told).answer).toBeUndefined();
});
