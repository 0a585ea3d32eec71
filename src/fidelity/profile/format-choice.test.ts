import { expect, test } from 'vitest';
import { formatChoice } from './format-choice.js';

test.each([
  ['seconds', 'seconds'],
  [404, '404'],
  [{ minimum: 0, maximum: 9_999 }, 'minimum: 0, maximum: 9999'],
  [{ records: [{ id: 1 }], fromStock: { id: 'petId' } }, 'records: [{"id":1}], fromStock: {"id":"petId"}'],
  [{}, ''],
])('writes %j as %s', (response, words) => {
  expect(formatChoice(response)).toBe(words);
});
