import { expect, test } from 'vitest';
import { quote } from './quote.js';

test('a text is quoted in one line', () => {
  expect(quote('a "b"\nc')).toBe('"a \\"b\\"\\nc"');
});

test('a long text is cut', () => {
  expect(quote('x'.repeat(1_000_000))).toBe(`"${'x'.repeat(60)}…"`);
});
