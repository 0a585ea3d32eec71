import { expect, test } from 'vitest';
import { lengthInWords } from './length-in-words.js';

test.each([
  [3_600_000, '1 hour'],
  [7_200_000, '2 hours'],
  [5_400_000, '90 minutes'],
  [61_000, '61 seconds'],
  [1_500, '1500 milliseconds'],
  [0, '0 milliseconds'],
])('says %d ms as %s', (lengthMs, words) => {
  expect(lengthInWords(lengthMs)).toBe(words);
});
