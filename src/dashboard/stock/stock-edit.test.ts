import { expect, test } from 'vitest';
import { beginEdit, changeOf, isTouched, newsDuring } from './stock-edit.js';

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
  expect(newsDuring(edit, { ...pet, quantity: 4 })).toBe('Meanwhile it is 4, available.');
  expect(newsDuring(edit, undefined)).toContain('gone');
});
