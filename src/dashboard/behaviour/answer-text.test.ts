import { expect, test } from 'vitest';
import { answerText } from './answer-text.js';

test.each([
  [400, '400'],
  ['as-listed', '"as-listed"'],
  [{}, '{}'],
  [{ minimum: 1, maximum: 2 }, '{ "minimum": 1, "maximum": 2 }'],
  ['two\nlines', '"two\\nlines"'],
])('%j is shown as %s', (answer, text) => {
  expect(answerText(answer)).toBe(text);
});
