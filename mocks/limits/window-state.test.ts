import { expect, test } from 'vitest';
import { createFixedWindow } from './fixed-window.js';
import { windowState } from './window-state.js';

test('a window’s state has its limit, what is left and when it resets', () => {
  const window = createFixedWindow(60_000, 'first-request');
  window.spend(500, 60);
  expect(windowState(window, 60, 1_000)).toEqual({ limit: 60, remaining: 59, resetsAtMs: 60_500 });
});

test('nobody has less than nothing left, even where the limit was lowered meanwhile', () => {
  const window = createFixedWindow(60_000, 'first-request');
  window.setUsed(0, 10);
  expect(windowState(window, 5, 0).remaining).toBe(0);
});
