import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { LoopGuard } from './loop-guard.js';

const request = (url = '/v1/inventory', method = 'GET') => ({ method, url }) as IncomingMessage;

/** Answers which of so many requests come round, each of which comes when the one before it was sent on. */
function goRound(guard: LoopGuard, count: number, incoming = request()): boolean[] {
  return Array.from({ length: count }, () => {
    const comesRound = guard.comesRound(incoming);
    guard.sent(incoming);
    return comesRound;
  });
}

test('knows a request that comes again whenever it was sent on', () => {
  expect(goRound(new LoopGuard(2), 5)).toEqual([false, false, false, true, true]);
});

test('takes requests that come at once, or for other things, for what they are', () => {
  const guard = new LoopGuard(2);
  for (let count = 0; count < 9; count++) expect(guard.comesRound(request())).toBe(false);
  for (let pet = 0; pet < 9; pet++) expect(goRound(guard, 1, request(`/v1/inventory/${pet}`))).toEqual([false]);
  expect(goRound(guard, 1, request('/v1/inventory', 'POST'))).toEqual([false]);
});

test('begins anew as soon as one has an answer', () => {
  const guard = new LoopGuard(2);
  for (let count = 0; count < 9; count++) {
    expect(goRound(guard, 3)).toEqual([false, false, false]);
    guard.answered(request());
  }
});
