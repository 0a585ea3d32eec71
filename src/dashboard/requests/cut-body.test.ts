import { expect, test } from 'vitest';
import { cutBody } from './cut-body.js';

test('a short text is not cut', () => {
  expect(cutBody('x'.repeat(100_000))).toBeUndefined();
});

test('a long text is cut at the end of a line', () => {
  const line = `${'x'.repeat(99)}\n`;
  expect(cutBody(line.repeat(1_001))).toBe(line.repeat(1_000).slice(0, -1));
});

test('a long line is cut, too', () => {
  expect(cutBody('x'.repeat(100_001))).toBe('x'.repeat(100_000));
});
