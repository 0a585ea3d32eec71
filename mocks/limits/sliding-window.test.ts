import { expect, test } from 'vitest';
import { createSlidingWindow } from './sliding-window.js';

const MINUTE = 60_000;
const LIMIT = 60;

test('quota comes back one request at a time, each a window’s length after it was spent', () => {
  const window = createSlidingWindow(MINUTE);
  window.spend(0, LIMIT);
  window.spend(20_000, LIMIT);
  expect(window.used(MINUTE - 1)).toBe(2);
  expect(window.used(MINUTE)).toBe(1);
  expect(window.used(MINUTE + 20_000)).toBe(0);
});

test('it resets when its oldest request leaves it', () => {
  const window = createSlidingWindow(MINUTE);
  window.spend(0, LIMIT);
  window.spend(20_000, LIMIT);
  expect(window.resetsAtMs(30_000)).toBe(MINUTE);
  expect(window.resetsAtMs(MINUTE)).toBe(MINUTE + 20_000);
});

test('an unused window would reset a length from now', () => {
  expect(createSlidingWindow(MINUTE).resetsAtMs(5_000)).toBe(5_000 + MINUTE);
});

test('it is forgotten when the clock is set back before its last request', () => {
  const window = createSlidingWindow(MINUTE);
  window.spend(10 * MINUTE, LIMIT);
  expect(window.used(9 * MINUTE)).toBe(0);
  window.spend(9 * MINUTE, LIMIT);
  expect(window.used(9 * MINUTE)).toBe(1);
});

test('a refund takes the last request back', () => {
  const window = createSlidingWindow(MINUTE);
  window.spend(0, LIMIT);
  window.spend(20_000, LIMIT);
  window.refund();
  expect(window.used(20_000)).toBe(1);
  expect(window.resetsAtMs(20_000)).toBe(MINUTE);
});

test('a refund of nothing is nothing', () => {
  const window = createSlidingWindow(MINUTE);
  window.refund();
  expect(window.used(0)).toBe(0);
});

test('more requests than the limit push the oldest out', () => {
  const window = createSlidingWindow(MINUTE);
  for (const nowMs of [0, 1_000, 2_000, 3_000]) window.spend(nowMs, 3);
  expect(window.used(3_000)).toBe(3);
  expect(window.resetsAtMs(3_000)).toBe(MINUTE + 1_000);
});

test('it counts right across the point where old requests are dropped in bulk', () => {
  const window = createSlidingWindow(MINUTE);
  for (let nowMs = 0; nowMs < 3_000; nowMs++) window.spend(nowMs, 100_000);
  for (let nowMs = MINUTE; nowMs < MINUTE + 3_000; nowMs++) {
    expect(window.used(nowMs)).toBe(3_000 - (nowMs - MINUTE) - 1);
  }
});

test('refusals are counted within a window’s length from the first of them', () => {
  const window = createSlidingWindow(MINUTE);
  expect(window.refuse(0)).toBe(1);
  expect(window.refuse(MINUTE - 1)).toBe(2);
  expect(window.refuse(MINUTE)).toBe(1);
});

test('refusals of one moment add up', () => {
  const window = createSlidingWindow(MINUTE);
  expect([window.refuse(0), window.refuse(0), window.refuse(0)]).toEqual([1, 2, 3]);
});

test('refusals are forgotten when the clock is set back before them', () => {
  const window = createSlidingWindow(MINUTE);
  window.refuse(10 * MINUTE);
  expect(window.refuse(9 * MINUTE)).toBe(1);
});

test('what is used is set as if it had been spent now', () => {
  const window = createSlidingWindow(MINUTE);
  window.setUsed(5_000, 60);
  expect(window.used(MINUTE)).toBe(60);
  expect(window.resetsAtMs(MINUTE)).toBe(5_000 + MINUTE);
  expect(window.used(5_000 + MINUTE)).toBe(0);
});

test('of what was spent before, the oldest stays', () => {
  const window = createSlidingWindow(MINUTE);
  for (const nowMs of [0, 10_000, 20_000]) window.spend(nowMs, LIMIT);
  window.setUsed(30_000, 2);
  expect([MINUTE - 1, MINUTE, MINUTE + 10_000].map((nowMs) => window.used(nowMs))).toEqual([2, 1, 0]);
  window.setUsed(MINUTE + 20_000, 4);
  expect(window.used(MINUTE + 20_000)).toBe(4);
});

test('what has left the window is not set again', () => {
  const window = createSlidingWindow(MINUTE);
  window.spend(0, LIMIT);
  window.spend(50_000, LIMIT);
  window.setUsed(MINUTE, 2);
  expect(window.resetsAtMs(MINUTE)).toBe(50_000 + MINUTE);
  window.setUsed(MINUTE, 0);
  expect(window.used(MINUTE)).toBe(0);
});

test('a window that was saved is put back as often as one likes', () => {
  const window = createSlidingWindow(MINUTE);
  window.spend(0, LIMIT);
  window.spend(20_000, LIMIT);
  window.refuse(20_000);
  const putBack = window.save();
  for (const nowMs of [30_000, 10 * MINUTE]) {
    window.spend(nowMs, LIMIT);
    window.refuse(nowMs);
    putBack();
    expect([window.used(30_000), window.resetsAtMs(30_000)]).toEqual([2, MINUTE]);
    expect(window.refuse(30_000)).toBe(2);
    window.refund();
  }
});
