import { expect, test } from 'vitest';
import { pathWithoutKeys } from './path-without-keys.js';

test.each([
  ['/v1/inventory/7', '/v1/inventory/7'],
  ['/v1/inventory/sk_live_1', '/v1/inventory/***'],
  ['/sk_live_1/sk%5Flive_1/', '/***/***/'],
  ['/v1/%/sk_live_1', '/v1/%/***'],
  ['*', '*'],
])('%s is logged as %s', (path, logged) => {
  expect(pathWithoutKeys(path, (text) => text === 'sk_live_1')).toBe(logged);
});
