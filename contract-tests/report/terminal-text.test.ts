import { expect, test } from 'vitest';
import { cut, withoutCiCommands, wrap } from './terminal-text.js';

test('wraps between words', () => {
  expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
});

test('splits a word that is longer than a line', () => {
  expect(wrap('a bcdefgh', 3)).toEqual(['a b', 'cde', 'fgh']);
});

test('returns one empty line for an empty text', () => {
  expect(wrap('', 10)).toEqual(['']);
});

test('never splits a character, and counts its columns', () => {
  expect(wrap('🐈🐈🐈', 4)).toEqual(['🐈🐈', '🐈']);
  expect(wrap('🐈🐈', 3)).toEqual(['🐈', '🐈']);
  expect(cut('🐈🐈🐈', 2)).toBe('🐈…');
});

test('does not change a text that fits', () => {
  expect(cut('fits', 4)).toBe('fits');
});

test.each([
  ['::error::owned', ': :error::owned'],
  ['  ::stop-commands::x', '  : :stop-commands::x'],
  ['fine\n\u00a0::set-output name=a::b', 'fine\n\u00a0: :set-output name=a::b'],
  ['see ##[error]owned', 'see # #[error]owned'],
  ['##vso[task.complete] ##teamcity[x]', '# #vso[task.complete] # #teamcity[x]'],
])('neutralises %j', (text, expected) => {
  expect(withoutCiCommands(text)).toBe(expected);
});

test.each(['a::b', '## Heading', 'std::vector', '  plain: text'])('does not change %j', (text) => {
  expect(withoutCiCommands(text)).toBe(text);
});
