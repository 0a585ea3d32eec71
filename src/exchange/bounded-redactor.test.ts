import { expect, test } from 'vitest';
import { createBoundedRedactor, isOneOfMany } from './bounded-redactor.js';

test('tells so many keys apart, and hides the others all the same', () => {
  const redactor = createBoundedRedactor(2);
  expect(['key_one_1', 'key_two_2', 'key_one_1', 'key_three_3'].map((key) => redactor.nameOf(key))).toEqual([
    'key#1',
    'key#2',
    'key#1',
    'key#0',
  ]);
  expect(redactor.redact('key_one_1, key_two_2')).toBe('key#1, key#2');
  expect(redactor.known).toBe(2);
});

test('counts keys and other secrets apart', () => {
  const redactor = createBoundedRedactor(1);
  redactor.nameOf('a_cookie_of_20_letters', 'secret');
  expect(redactor.nameOf('another_of_20_letters', 'secret')).toBe('secret#0');
  expect(redactor.nameOf('key_one_1')).toBe('key#1');
});

test('knows the name that stands for many', () => {
  expect(['key#0', 'key#10', 'key#1'].map(isOneOfMany)).toEqual([true, false, false]);
});
