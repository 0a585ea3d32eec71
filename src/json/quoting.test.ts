import { expect, test } from 'vitest';
import { oneLine, plainLines, quote, quoteValue } from './quoting.js';

test('a text is quoted in one line', () => {
  expect(quote('a "b"\nc')).toBe('"a \\"b\\"\\nc"');
});

test('a long text is truncated', () => {
  expect(quote('x'.repeat(1_000_000))).toBe(`"${'x'.repeat(60)}…"`);
});

test.each<[unknown, string]>([
  ['503', '"503"'],
  [503, '503'],
  [Number.NaN, 'NaN'],
  [12n, '12'],
  [null, 'null'],
  [undefined, 'undefined'],
  [true, 'true'],
  [Symbol('x'), 'a symbol'],
  [10n ** 100n, `1${'0'.repeat(59)}…`],
  [[1], 'a list'],
  [Object.create(null), 'an object'],
  [() => 1, 'a function'],
])('%o is written as %s', (value, text) => {
  expect(quoteValue(value)).toBe(text);
});

test('escapes line breaks and terminal control characters', () => {
  expect(oneLine('a\nb\r\u001b[31mc\u007f\u0085\u2028d')).toBe('a\\u000ab\\u000d\\u001b[31mc\\u007f\\u0085\\u2028d');
});

test('escapes characters that make a text look like another, and half characters', () => {
  expect(oneLine('\u202etxt.exe \ud800!')).toBe('\\u202etxt.exe \\ud800!');
});

test('does not change any other text', () => {
  expect(oneLine('naïve “pets” 🐈 👩‍⚕️ — a\\nb')).toBe('naïve “pets” 🐈 👩‍⚕️ — a\\nb');
});

test('retains lines and tabs on request', () => {
  expect(plainLines('a\r\n\tb\u001b[0m\u2028')).toBe('a\n\tb\\u001b[0m\\u2028');
});
