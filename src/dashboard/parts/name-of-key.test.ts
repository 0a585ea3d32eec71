import { expect, test } from 'vitest';
import { liveForTests } from '../live/live-for-tests.js';
import { nameOfKey } from './name-of-key.js';

test('a sample key is called by its name, any other by its pseudonym', () => {
  const keys = liveForTests().keys.value;
  expect(nameOfKey(keys, 'key#2')).toBe('test_pro');
  expect(nameOfKey(keys, 'key#4')).toBe('key#4');
});

test('a key that the page has not read is called by its pseudonym', () => {
  expect(nameOfKey(liveForTests().keys.value, 'key#4711')).toBe('key#4711');
  expect(nameOfKey(undefined, 'key#1')).toBe('key#1');
});
