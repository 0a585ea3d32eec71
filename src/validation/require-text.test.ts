import { expect, test } from 'vitest';
import { requireText } from './require-text.js';

test('a text is a text, an empty one too', () => {
  expect(() => requireText('Reading x.har', '')).not.toThrow();
});

test.each([
  [undefined, 'undefined stands where the text should'],
  [{ log: {} }, 'an object stands where the text should'],
  [new Uint8Array(2), 'an object stands where the text should'],
  [Promise.resolve('{}'), 'the text is a promise. Write await before it.'],
])('%o is none, and the error says how to come by one', (text, problem) => {
  expect(() => requireText('Reading x.har', text)).toThrow(`Reading x.har: ${problem}`);
});
