import { expect, test } from 'vitest';
import { pathWithoutKeys } from './path-without-keys.js';

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
  expect(pathWithoutKeys(path, isKey, secretsIn)).toBe(logged);
});
