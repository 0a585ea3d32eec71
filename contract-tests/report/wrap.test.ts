import { expect, test } from 'vitest';
import { cut, wrap } from './wrap.js';

test('breaks between words', () => {
  expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
});

test('cuts a word that fits on no line', () => {
  expect(wrap('a bcdefgh', 3)).toEqual(['a', 'bcd', 'efg', 'h']);
});

test('keeps an empty text as one empty line', () => {
  expect(wrap('', 10)).toEqual(['']);
});

test('never cuts a character in two', () => {
  expect(wrap('🐈🐈🐈', 2)).toEqual(['🐈🐈', '🐈']);
  expect(cut('🐈🐈🐈', 2)).toBe('🐈…');
});

test('leaves a text that fits', () => {
  expect(cut('fits', 4)).toBe('fits');
});
