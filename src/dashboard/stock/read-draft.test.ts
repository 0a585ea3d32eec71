import { expect, test } from 'vitest';
import { readDraft, readPetId } from './read-draft.js';

test('a draft becomes a change', () => {
  expect(readDraft({ quantity: ' 12 ', status: 'sold' })).toEqual({ value: { quantity: 12, status: 'sold' } });
  expect(readDraft({ quantity: '-1', status: 'sold' })).toEqual({ value: { quantity: -1, status: 'sold' } });
});

test.each(['', '1.5', '1e3', 'many', '9007199254740993'])(
  '%j is no quantity, and what would be is said',
  (quantity) => {
    expect(readDraft({ quantity, status: 'sold' })).toEqual({
      problem: expect.stringMatching(/^The quantity is .*\d/),
    });
  },
);

test('an id beyond 2^53 stays what it is', () => {
  expect(readPetId(' 9007199254740993')).toEqual({ value: '9007199254740993' });
});

test.each(['', '007', 'x', '9223372036854775808'])('%j is no id', (text) => {
  expect(readPetId(text)).toEqual({ problem: expect.stringContaining('such as 9007199254740993') });
});
