import { expect, test } from 'vitest';
import type { KeyState } from '../../admin/schemas/keys.js';
import { firstCurl, operationCurl } from './curl.js';

const key = (name: string | null, state: KeyState['state']) => ({ name, state }) as KeyState;

test('the first command uses a valid sample key', () => {
  expect(firstCurl('http://127.0.0.1:4290/v1', [key('test_revoked', 'revoked'), key('test_free', 'valid')])).toBe(
    'curl -i -H "Authorization: Bearer test_free" http://127.0.0.1:4290/v1/inventory',
  );
});

test('without a sample key the first command reads the key from the environment', () => {
  expect(firstCurl('http://127.0.0.1:4290/v1', [key(null, 'valid')])).toContain('Bearer $PETSTORE_API_KEY"');
});

test('a GET needs the token only', () => {
  const url = 'http://127.0.0.1:4290/v1/inventory';
  expect(operationCurl({ method: 'GET', url, tokenVariable: 'PETSTORE_API_KEY' })).toBe(
    `curl -H "Authorization: Bearer $PETSTORE_API_KEY" '${url}'`,
  );
});

test('a body is one quoted word', () => {
  const url = 'http://127.0.0.1:4290/__admin/keys/ban?world=w1';
  const command = operationCurl({ method: 'POST', url, tokenVariable: 'PETSTORE_ADMIN_TOKEN', body: { key: "it's" } });
  expect(command).toContain('curl -X POST -H "Authorization: Bearer $PETSTORE_ADMIN_TOKEN"');
  expect(command).toContain(`-d '{"key":"it'\\''s"}' '${url}'`);
});

test('a file is uploaded as it is', () => {
  const options = {
    method: 'PUT',
    url: 'http://127.0.0.1:4290/__admin/snapshots/before',
    file: 'before.json',
  } as const;
  expect(operationCurl({ ...options, tokenVariable: 'PETSTORE_ADMIN_TOKEN' })).toMatch(
    /^curl -X PUT -H "[^"]+" -T before\.json 'http/,
  );
});

test('a stream is printed as it comes', () => {
  const options = { method: 'GET', url: 'http://127.0.0.1:4290/__admin/events', isStream: true } as const;
  expect(operationCurl({ ...options, tokenVariable: 'PETSTORE_ADMIN_TOKEN' })).toMatch(/^curl -N /);
});
