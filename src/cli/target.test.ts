import { expect, test } from 'vitest';
import { temporaryFile } from '../../tests/temporary-file.js';
import { readAdminToken, readApiKey } from './target.js';

test('reads the key from the variable, or from the file if one is named', async () => {
  const variables = { PETSTORE_API_KEY: 'from-variable' };
  expect(readApiKey(undefined, { variables })).toBe('from-variable');
  expect(readApiKey(await temporaryFile('key.txt', 'from-file\r\n'), { variables })).toBe('from-file');
});

test('reports how to pass a key if there is none', () => {
  expect(() => readApiKey(undefined, { variables: {} })).toThrow(
    'Reading PETSTORE_API_KEY: the API key is missing. Set PETSTORE_API_KEY, or name a file that contains the key: --api-key-file key.txt',
  );
});

test.each(['two s3cret words', 's3cret\nkey', 's3crét'])('rejects %j and does not repeat it', (key) => {
  const read = () => readApiKey(undefined, { variables: { PETSTORE_API_KEY: key } });
  expect(read).toThrow('not a bearer token');
  expect(read).not.toThrow(/s3cr/);
});

test('reads the token of a fake from its variable', () => {
  expect(readAdminToken({ variables: { PETSTORE_ADMIN_TOKEN: ' token ' } })).toBe('token');
  expect(() => readAdminToken({ variables: {} })).toThrow('Reading PETSTORE_ADMIN_TOKEN: the token is missing');
});
