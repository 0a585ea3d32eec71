import { expect, it } from 'vitest';
import { toneOf } from './tone.js';

it.each([
  [200, 'ok'],
  [404, 'refused'],
  [429, 'limited'],
  [503, 'failed'],
  [null, 'broken'],
] as const)('%s has the tone %s', (status, tone) => {
  expect(toneOf(status)).toBe(tone);
});
