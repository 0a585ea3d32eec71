import { expect, test } from 'vitest';
import {
  createServerSecrets,
  generateIsolatedKey,
  isIsolatedKey,
  maskKeysInPath,
  mayHaveIsolatedKey,
} from './secrets.js';

test('generates unique keys of 128 random bits', () => {
  const keys = new Set(Array.from({ length: 100 }, () => generateIsolatedKey('0123abcd')));
  expect(keys.size).toBe(100);
  for (const key of keys) expect(key).toMatch(/^iso_[0-9a-f]{32}$/);
});

test.each([
  ['iso_0123456789abcdef0123456789abcdef', true],
  ['iso_0123456789abcdef0123456789abcde', false],
  ['iso_0123456789ABCDEF0123456789ABCDEF', false],
  ['test_free', false],
  ['Bearer iso_0123456789abcdef0123456789abcdef', false],
])('recognises whether %s has the form of an isolated key', (key, isOfForm) => {
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
] as const)('looks for an isolated key in %j', (headers, mayHave) => {
  expect(mayHaveIsolatedKey(headers)).toBe(mayHave);
});

test('isolated keys and the token are found in any position', () => {
  const [one, other] = [generateIsolatedKey('0123abcd'), generateIsolatedKey('0123abcd')];
  const secretsIn = createServerSecrets(['local-admin-4711']);
  expect(secretsIn(`/v1/pets/${one}x?again=${other}&admin=local-admin-4711`)).toEqual([one, other, 'local-admin-4711']);
});

test('no secret is found in a text without one', () => {
  expect(createServerSecrets(['local-admin-4711'])('/v1/inventory?iso_=1')).toEqual([]);
});

test('a token that is a common word is not searched for', () => {
  expect(createServerSecrets(['admin'])('/v1/administration')).toEqual([]);
});

const isKey = (text: string) => text === 'sk_live_1';
const secretsIn = (text: string) => (text.includes('s3cret-token') ? ['s3cret-token'] : []);

test.each([
  ['/v1/inventory/7', '/v1/inventory/7'],
  ['/v1/inventory/sk_live_1', '/v1/inventory/***'],
  ['/sk_live_1/sk%5Flive_1/', '/***/***/'],
  ['/v1/%/sk_live_1', '/v1/%/***'],
  ['/v1/pets/rex-s3cret-token', '/v1/pets/rex-***'],
  ['*', '*'],
])('%s is logged as %s', (path, logged) => {
  expect(maskKeysInPath(path, isKey, secretsIn)).toBe(logged);
});
