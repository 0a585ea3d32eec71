import { expect, test } from 'vitest';
import { WaitingRoom } from './intake.js';
import type { WireExchange } from './wire-exchange.js';

const passed = (bytes: number): WireExchange => ({
  request: { method: 'POST', url: 'https://petstore.test/v1/messages', headers: [], body: new Uint8Array(bytes) },
  response: undefined,
  failure: 'the client disconnected before a response arrived',
  responseBytes: 0,
  startedMs: 0,
  endedMs: 0,
});

test('has room for 2,000 exchanges, and for another one when one has left', () => {
  const room = new WaitingRoom();
  const small = passed(0);
  expect(Array.from({ length: 2_001 }, () => room.enter(small)).indexOf(false)).toBe(2_000);
  room.leave();
  expect(room.size).toBe(1_999);
  expect([room.enter(small), room.enter(small)]).toEqual([true, false]);
});

test('has room for 64 MiB; a smaller one may still fit', () => {
  const room = new WaitingRoom();
  const large = passed(63 * 2 ** 20);
  const small = passed(2 ** 19);
  const longest = { ...small, request: { ...small.request, headers: [['x-long', 'x'.repeat(2 ** 20)]] as const } };
  expect([large, large, longest, small].map((each) => room.enter(each))).toEqual([true, false, false, true]);
  room.leave();
  expect(room.enter(large)).toBe(true);
});
