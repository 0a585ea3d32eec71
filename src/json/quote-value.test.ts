import { expect, test } from 'vitest';
import { quoteValue } from './quote-value.js';

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
