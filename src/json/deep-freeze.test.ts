import { expect, test } from 'vitest';
import { deepFreeze } from './deep-freeze.js';

test('nothing in a frozen value can be changed', () => {
  const value = deepFreeze({ list: [{ a: 1 }] });
  expect(() => Object.assign(value, { list: [] })).toThrow(TypeError);
  expect(() => Object.assign(value.list[0] ?? {}, { a: 2 })).toThrow(TypeError);
  expect(value).toEqual({ list: [{ a: 1 }] });
});

test('a value that is not an object is returned unchanged', () => {
  expect([deepFreeze(1), deepFreeze('a'), deepFreeze(null)]).toEqual([1, 'a', null]);
});
