import { expect, test } from 'vitest';
import { parseDraft, parsePetId } from './stock-page.js';

test('a draft becomes a change', () => {
  expect(parseDraft({ quantity: ' 12 ', status: 'sold' })).toEqual({ quantity: 12, status: 'sold' });
  expect(parseDraft({ quantity: '-1', status: 'sold' })).toEqual({ quantity: -1, status: 'sold' });
});

test.each(['', '1.5', '1e3', 'many', '9007199254740993'])(
  '%j is not a quantity; the error has a valid one',
  (quantity) => {
    expect(() => parseDraft({ quantity, status: 'sold' })).toThrow(/^The quantity is .*\d/);
  },
);

test('an id beyond 2^53 stays exact', () => {
  expect(parsePetId({ petId: ' 9007199254740993' })).toBe('9007199254740993');
});

test.each(['', '007', 'x', '9223372036854775808'])('%j is not an id', (petId) => {
  expect(() => parsePetId({ petId })).toThrow('such as 9007199254740993');
});
