import { expect, test } from 'vitest';
import { generateIsolatedKey, isIsolatedKey, mayHaveIsolatedKey } from './isolated-key.js';

test('makes keys of 128 random bits, each another one', () => {
  const keys = new Set(Array.from({ length: 100 }, generateIsolatedKey));
  expect(keys.size).toBe(100);
  for (const key of keys) expect(key).toMatch(/^iso_[0-9a-f]{32}$/);
});

test.each([
  ['iso_0123456789abcdef0123456789abcdef', true],
  ['iso_0123456789abcdef0123456789abcde', false],
  ['iso_0123456789ABCDEF0123456789ABCDEF', false],
  ['test_free', false],
  ['Bearer iso_0123456789abcdef0123456789abcdef', false],
])('tells of %s whether it is of that form', (key, isOfForm) => {
  expect(isIsolatedKey(key)).toBe(isOfForm);
});

test.each([
  [[['authorization', 'Bearer iso_0']], true],
  [
    [
      ['authorization', 'Bearer test_free'],
      ['authorization', 'Bearer iso_0'],
    ],
    true,
  ],
  [[['x-authorization', 'Bearer iso_0']], false],
  [[['authorization', 'Bearer test_free']], false],
  [[], false],
] as const)('looks for it in %j', (headers, mayHave) => {
  expect(mayHaveIsolatedKey(headers)).toBe(mayHave);
});
