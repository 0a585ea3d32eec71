import { expect, test } from 'vitest';
import { cut, withoutCiCommands, wrap } from './terminal-text.js';

test('wraps between words', () => {
  expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
});

test('breaks a word that fits on no line', () => {
  expect(wrap('a bcdefgh', 3)).toEqual(['a b', 'cde', 'fgh']);
});

test('keeps an empty text as one empty line', () => {
  expect(wrap('', 10)).toEqual(['']);
});

test('never cuts a character in two, and counts the columns that it takes', () => {
  expect(wrap('🐈🐈🐈', 4)).toEqual(['🐈🐈', '🐈']);
  expect(wrap('🐈🐈', 3)).toEqual(['🐈', '🐈']);
  expect(cut('🐈🐈🐈', 2)).toBe('🐈…');
});

test('leaves a text that fits', () => {
  expect(cut('fits', 4)).toBe('fits');
});

test.each([
  ['::error::owned', ': :error::owned'],
  ['  ::stop-commands::x', '  : :stop-commands::x'],
  ['fine\n\u00a0::set-output name=a::b', 'fine\n\u00a0: :set-output name=a::b'],
  ['see ##[error]owned', 'see # #[error]owned'],
  ['##vso[task.complete] ##teamcity[x]', '# #vso[task.complete] # #teamcity[x]'],
])('takes the power from %j', (text, expected) => {
  expect(withoutCiCommands(text)).toBe(expected);
});

test.each(['a::b', '## Heading', 'std::vector', '  plain: text'])('leaves %j', (text) => {
  expect(withoutCiCommands(text)).toBe(text);
});
