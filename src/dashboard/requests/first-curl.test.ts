import { expect, test } from 'vitest';
import type { KeyState } from '../../admin/schemas/keys.js';
import { firstCurl } from './first-curl.js';

const key = (name: string | null, state: KeyState['state']) => ({ name, state }) as KeyState;

test('the first line to try has a sample key that works', () => {
  expect(firstCurl('http://127.0.0.1:4290/v1', [key('test_revoked', 'revoked'), key('test_free', 'valid')])).toBe(
    'curl -i -H "Authorization: Bearer test_free" http://127.0.0.1:4290/v1/inventory',
  );
});

test('where no sample key is, one’s own is asked for', () => {
  expect(firstCurl('http://127.0.0.1:4290/v1', [key(null, 'valid')])).toContain('Bearer $PETSTORE_API_KEY"');
});
