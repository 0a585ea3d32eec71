import { expect, test } from 'vitest';
import { readAdminToken, readApiKey } from './target.js';

test('reports how to pass a key if there is none', () => {
  expect(() => readApiKey({ variables: {} })).toThrow(
    'Reading PETSTORE_API_KEY: the variable is not set. Set it: export PETSTORE_API_KEY=…',
  );
});

test.each(['two s3cret words', 's3cret\nkey', 's3crét'])('rejects %j and does not repeat it', (key) => {
  const read = () => readApiKey({ variables: { PETSTORE_API_KEY: key } });
  expect(read).toThrow('a header cannot carry the key. It must consist of visible ASCII characters');
  expect(read).not.toThrow(/s3cr/);
});

test.each(['12|AbCdEfGh', 'a:b', '{"k":1}', 'k,ey', '%41#~'])('reads the key %s', (key) => {
  expect(readApiKey({ variables: { PETSTORE_API_KEY: key } })).toBe(key);
});

test('reads the token of a fake from its variable', () => {
  expect(readAdminToken({ variables: { PETSTORE_ADMIN_TOKEN: ' token ' } })).toBe('token');
  expect(() => readAdminToken({ variables: {} })).toThrow('Reading PETSTORE_ADMIN_TOKEN: the variable is not set');
});
