import { expect, it } from 'vitest';
import { limited, START_SECONDS } from '../../../tests/limits-told.js';
import { observed } from '../../../tests/observed.js';
import type { Told } from '../../../tests/recorded.js';

/** Requests from the twelfth second on, of a window that ends so many seconds after the start. */
const burst = (resetsAfter: number, count = 20): Told[] =>
  [...Array(count).keys()].map((index) => at(12 + index / 10, 59 - index, resetsAfter));
const at = (seconds: number, remaining: number, resetsAfter: number, told: Told = {}) =>
  limited(60, remaining, { ...told, reset: START_SECONDS + resetsAfter, atMs: seconds * 1000 });

it.each([
  ['first-request', [...burst(31), at(31, 59, 91)]],
  ['first-request', [...burst(31), at(40, 59, 100)]],
  ['calendar', [...burst(60), at(60.5, 59, 120)]],
  ['sliding', [...burst(31), at(31, 39, 32)]],
  [undefined, [...burst(31), at(31, 59, 70)]],
  [undefined, [...burst(60), at(31, 39, 60)]],
])('sees windows that start as %s', (answer, told) => {
  expect(observed('window-start', told).answer).toBe(answer);
});

it('concludes nothing where a sliding window would have forgotten as much', () => {
  expect(observed('window-start', [...burst(31, 3), at(31, 59, 91)]).answer).toBeUndefined();
  expect(observed('window-start', [...burst(31), at(75, 59, 135)]).answer).toBeUndefined();
});

it('takes a window that begins with a request at any second for none of the clock', () => {
  const told = [...burst(60), at(60, 59, 120)];
  expect(observed('window-start', [...told, at(130, 59, 180)]).answer).toBe('calendar');
  expect(observed('window-start', [...told, at(180, 59, 240)]).answer).toBe('first-request');
});

it('sees a reset that gateways tell by clocks of their own', () => {
  const told = [...burst(60), at(15, 0, 63, { status: 429 }), at(57, 59, 117)];
  expect(observed('window-start', told).answer).toBe('first-request');
});

it('compares answers that showed the same Limit', () => {
  const day = limited(1000, 900, { reset: START_SECONDS + 9_000, atMs: 20_000 });
  expect(observed('window-start', [...burst(31), day, at(31, 59, 91)]).answer).toBe('first-request');
});
