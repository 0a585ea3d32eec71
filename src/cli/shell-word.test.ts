import { expect, test } from 'vitest';
import { shellWord } from './shell-word.js';

test.each([
  ['https://api.example.test/v1', 'https://api.example.test/v1'],
  ['my traffic.har', "'my traffic.har'"],
  ["Grete's.har", "'Grete'\\''s.har'"],
  ['$(id)', "'$(id)'"],
])('writes %s as %s', (text, word) => {
  expect(shellWord(text)).toBe(word);
});
