import { expect, test } from 'vitest';
import { generateIsolatedKey } from './isolated-key.js';
import { createServerSecrets } from './server-secrets.js';

test('isolated keys and the token are found wherever they stand', () => {
  const [one, other] = [generateIsolatedKey(), generateIsolatedKey()];
  const secretsIn = createServerSecrets(['local-admin-4711']);
  expect(secretsIn(`/v1/pets/${one}x?again=${other}&admin=local-admin-4711`)).toEqual([one, other, 'local-admin-4711']);
});

test('a text without a secret shows none', () => {
  expect(createServerSecrets(['local-admin-4711'])('/v1/inventory?iso_=1')).toEqual([]);
});

test('a token that is a mere word is not sought', () => {
  expect(createServerSecrets(['admin'])('/v1/administration')).toEqual([]);
});
