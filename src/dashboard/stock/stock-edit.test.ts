import { expect, test } from 'vitest';
import { beginEdit, changeOf, isTouched, newsDuring, parseDraft, parsePetId } from './stock-edit.js';

const pet = { petId: '7', quantity: 5, status: 'available' } as const;

test('an edit begins with what there is, and may be left at once', () => {
  const edit = beginEdit(pet);
  expect(edit.draft).toEqual({ quantity: '5', status: 'available' });
  expect(isTouched(edit)).toBe(false);
});

test('what was typed is not to be lost', () => {
  expect(isTouched({ ...beginEdit(pet), draft: { quantity: '', status: 'available' } })).toBe(true);
  expect(isTouched({ ...beginEdit(pet), draft: { quantity: '5', status: 'sold' } })).toBe(true);
});

test('only what was changed is sent', () => {
  expect(changeOf(pet, { quantity: 6, status: 'available' })).toEqual({ quantity: 6 });
  expect(changeOf(pet, { quantity: 5, status: 'sold' })).toEqual({ status: 'sold' });
  expect(changeOf(pet, { quantity: 5, status: 'available' })).toBeUndefined();
});

test('what others did to the pet meanwhile is said', () => {
  const edit = beginEdit(pet);
  expect(newsDuring(edit, { ...pet })).toBeUndefined();
  expect(newsDuring(edit, { ...pet, quantity: 4 })).toBe('It is now 4, available.');
  expect(newsDuring(edit, undefined)).toContain('removed');
});

test('a draft becomes a change', () => {
  expect(parseDraft({ quantity: ' 12 ', status: 'sold' })).toEqual({ value: { quantity: 12, status: 'sold' } });
  expect(parseDraft({ quantity: '-1', status: 'sold' })).toEqual({ value: { quantity: -1, status: 'sold' } });
});

test.each(['', '1.5', '1e3', 'many', '9007199254740993'])(
  '%j is no quantity, and what would be is said',
  (quantity) => {
    expect(parseDraft({ quantity, status: 'sold' })).toEqual({
      problem: expect.stringMatching(/^The quantity is .*\d/),
    });
  },
);

test('an id beyond 2^53 stays what it is', () => {
  expect(parsePetId(' 9007199254740993')).toEqual({ value: '9007199254740993' });
});

test.each(['', '007', 'x', '9223372036854775808'])('%j is no id', (text) => {
  expect(parsePetId(text)).toEqual({ problem: expect.stringContaining('such as 9007199254740993') });
});
