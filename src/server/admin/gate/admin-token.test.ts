import { expect, test } from 'vitest';
import { createTokenCheck, generateAdminToken } from './admin-token.js';

test('makes another token of 128 bits each time', () => {
  const tokens = [generateAdminToken(), generateAdminToken()];
  expect(tokens).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{32}$/)]);
  expect(new Set(tokens).size).toBe(2);
});

test('takes the token and nothing else, whatever its length', () => {
  const isToken = createTokenCheck('secret');
  expect(['secret', 'Secret', 'secre', 'secrets', ''].map(isToken)).toEqual([true, false, false, false, false]);
});
