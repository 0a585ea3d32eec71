import { expect, test } from 'vitest';
import { isAsSent, mayBeCached, whoElseAnswered } from './answered-by.js';
import { seenAnswer, seenRequest } from './seen-for-tests.js';

const unsent = { headers: seenRequest().askedHeaders };

test('takes what came over the wire from a server for the service’s', () => {
  expect(whoElseAnswered(seenAnswer())).toBeUndefined();
  expect(whoElseAnswered(seenAnswer({ wireBytes: undefined }))).toBeUndefined();
});

test.each([
  ['a service worker', { isFromServiceWorker: true, hasServer: false }],
  ['the browser', { status: 307, headers: [['Non-Authoritative-Reason', 'HSTS']] as const }],
  ['a test', { hasServer: false, wireBytes: 0 }],
])('takes nothing for the service’s that is answered by %s', (who, changed) => {
  expect(whoElseAnswered(seenAnswer(changed))).toBe(`answered by ${who}, not by the service`);
});

test('takes for a cache’s what took nothing on the wire', () => {
  expect(whoElseAnswered(seenAnswer({ wireBytes: 0 }))).toBe('answered from a cache, not by the service');
});

test('tells by the host that headers are those that went out, in Chromium alone', () => {
  expect(isAsSent(seenRequest(), true)).toBe(true);
  expect(isAsSent(seenRequest(unsent), true)).toBe(false);
  expect(isAsSent(seenRequest(), false)).toBe(false);
});

test('a listing that went out and came back is not cached', () => {
  expect(mayBeCached(seenRequest(), seenAnswer(), true)).toBe(false);
  // A route shows other headers, and keeps the cache shut.
  expect(mayBeCached(seenRequest(unsent), seenAnswer(), true)).toBe(false);
});

test('a listing may be cached where neither headers nor sizes tell', () => {
  expect(mayBeCached(seenRequest(unsent), seenAnswer({ status: 301, wireBytes: undefined }), true)).toBe(true);
  expect(mayBeCached(seenRequest(), seenAnswer(), false)).toBe(true);
});

test('a listing may be cached that the browser asked about by itself', () => {
  const headers = [...seenRequest().headers, ['If-None-Match', '"1"'] as const];
  expect(mayBeCached(seenRequest({ headers }), seenAnswer(), true)).toBe(true);
  expect(mayBeCached(seenRequest({ headers, askedHeaders: headers }), seenAnswer(), true)).toBe(false);
});

test.each([
  ['an update', { method: 'PATCH' }, {}],
  ['an error', {}, { status: 404 }],
  ['what must not be kept', {}, { headers: [['Cache-Control', 'no-store']] as const }],
])('%s is never cached', (_, request, answer) => {
  expect(mayBeCached(seenRequest(request), seenAnswer(answer), false)).toBe(false);
});
