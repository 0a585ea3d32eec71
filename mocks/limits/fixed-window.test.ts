import { expect, test } from 'vitest';
import { createFixedWindow } from './fixed-window.js';

const MINUTE = 60_000;
const LIMIT = 60;

test('a window that begins at its first request lasts its length from there', () => {
  const window = createFixedWindow(MINUTE, 'first-request');
  window.spend(12_345, LIMIT);
  window.spend(50_000, LIMIT);
  expect(window.used(50_000)).toBe(2);
  expect(window.resetsAtMs(50_000)).toBe(12_345 + MINUTE);
});

test('a window that begins with the calendar ends with it, wherever its first request fell', () => {
  const window = createFixedWindow(MINUTE, 'calendar');
  window.spend(59_999, LIMIT);
  expect(window.resetsAtMs(59_999)).toBe(MINUTE);
  expect(window.used(MINUTE)).toBe(0);
});

test('an unused window would begin now', () => {
  expect(createFixedWindow(MINUTE, 'first-request').resetsAtMs(61_000)).toBe(61_000 + MINUTE);
  expect(createFixedWindow(MINUTE, 'calendar').resetsAtMs(61_000)).toBe(2 * MINUTE);
});

test.each(['first-request', 'calendar'] as const)('a %s window is over at exactly the moment it resets', (start) => {
  const window = createFixedWindow(MINUTE, start);
  window.spend(0, LIMIT);
  expect(window.used(MINUTE - 1)).toBe(1);
  expect(window.used(MINUTE)).toBe(0);
});

test('looking at a window that is over does not begin the next one', () => {
  const window = createFixedWindow(MINUTE, 'first-request');
  window.spend(0, LIMIT);
  expect(window.used(MINUTE)).toBe(0);
  window.spend(MINUTE + 5_000, LIMIT);
  expect(window.resetsAtMs(MINUTE + 5_000)).toBe(2 * MINUTE + 5_000);
});

test.each(['first-request', 'calendar'] as const)(
  'a %s window is forgotten when the clock is set back before it',
  (start) => {
    const window = createFixedWindow(MINUTE, start);
    window.spend(10 * MINUTE, LIMIT);
    expect(window.used(5 * MINUTE)).toBe(0);
    expect(window.resetsAtMs(5 * MINUTE)).toBe(6 * MINUTE);
  },
);

test('a refund takes one request back, and no more than there were', () => {
  const window = createFixedWindow(MINUTE, 'first-request');
  window.spend(0, LIMIT);
  window.refund();
  window.refund();
  expect(window.used(0)).toBe(0);
});

test('refusals are counted within one window', () => {
  const window = createFixedWindow(MINUTE, 'first-request');
  window.spend(0, LIMIT);
  expect(window.refuse(1_000)).toBe(1);
  expect(window.refuse(MINUTE - 1)).toBe(2);
  expect(window.refuse(MINUTE)).toBe(1);
});

test('a refusal uses nothing', () => {
  const window = createFixedWindow(MINUTE, 'first-request');
  window.refuse(0);
  expect(window.used(0)).toBe(0);
});

test.each([
  ['first-request', 12_345 + MINUTE],
  ['calendar', MINUTE],
] as const)('what is used is set, and a %s window that has not begun begins with that', (start, resetsAtMs) => {
  const window = createFixedWindow(MINUTE, start);
  window.setUsed(12_345, 60);
  expect(window.used(50_000)).toBe(60);
  expect(window.resetsAtMs(50_000)).toBe(resetsAtMs);
  window.setUsed(50_000, 3);
  expect(window.used(50_000)).toBe(3);
  expect(window.resetsAtMs(50_000)).toBe(resetsAtMs);
});

test('what was used in a window that is over does not count for the next', () => {
  const window = createFixedWindow(MINUTE, 'first-request');
  window.spend(0, LIMIT);
  window.setUsed(MINUTE, 5);
  expect(window.used(MINUTE)).toBe(5);
  expect(window.resetsAtMs(MINUTE)).toBe(2 * MINUTE);
});

test('setting what is used leaves refusals as they are', () => {
  const window = createFixedWindow(MINUTE, 'first-request');
  window.refuse(0);
  window.setUsed(1_000, 5);
  expect(window.refuse(1_000)).toBe(2);
});

test('a window that was saved is put back as often as one likes', () => {
  const window = createFixedWindow(MINUTE, 'first-request');
  window.spend(0, LIMIT);
  window.refuse(0);
  const putBack = window.save();
  for (const nowMs of [1_000, 5 * MINUTE]) {
    window.spend(nowMs, LIMIT);
    window.refuse(nowMs);
    putBack();
    expect([window.used(1_000), window.resetsAtMs(1_000)]).toEqual([1, MINUTE]);
    expect(window.refuse(1_000)).toBe(2);
  }
});
