import { expect, test } from 'vitest';
import type { KeyState } from '../../admin/schemas/keys.js';
import { firstCurl } from './overview-page.js';

const key = (name: string | null, state: KeyState['state']) => ({ name, state }) as KeyState;

test('the first command uses a valid sample key', () => {
  expect(
    firstCurl('http://127.0.0.1:4290/v1/inventory', [key('test_revoked', 'revoked'), key('test_free', 'valid')]),
  ).toBe('curl -i -H "Authorization: Bearer test_free" http://127.0.0.1:4290/v1/inventory');
});

test('without a sample key the first command reads the key from the environment', () => {
  expect(firstCurl('http://127.0.0.1:4290/v1/inventory', [key(null, 'valid')])).toContain('Bearer $PETSTORE_API_KEY"');
});
