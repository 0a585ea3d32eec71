import { expect, it } from 'vitest';
import { parseUrl } from './parse-url.js';

it('reads a URL repeatedly, including letters beyond ASCII', () => {
  const hosts = new Set(Array.from({ length: 20_000 }, () => parseUrl('https://bücher.test/v1')?.host));
  expect([...hosts]).toEqual(['xn--bcher-kva.test']);
});

it('returns undefined for text that is not a URL', () => {
  expect(parseUrl('/v1/inventory')).toBeUndefined();
  expect(parseUrl('')).toBeUndefined();
});
