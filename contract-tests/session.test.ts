import { expect, it } from 'vitest';
import { requireDistinctKey } from './session.js';

const urls = { baseUrl: 'http://127.0.0.1:4290/v1', messagesUrl: undefined };

it.each(['127.0.0.1', 'v1', 'v1/inventory'])(
  'rejects a key that cannot be hidden without hiding which requests were sent: %s',
  (apiKey) => {
    expect(() => requireDistinctKey({ ...urls, apiKey })).toThrow('Using the API key: it is part of the URL');
  },
);

it('does not repeat the key', () => {
  const refuse = () => requireDistinctKey({ ...urls, baseUrl: 'https://s3cret-key.test/v1', apiKey: 's3cret-key' });
  expect(refuse).toThrow(/^(?!.*s3cret-key)/);
});

it.each(['petstore_live_4f9a1c77', 'test_free', 'good-key', 'a', '4711', '4290', 'inventory', 'Bearer'])(
  'accepts a key such as %s',
  (apiKey) => {
    expect(() => requireDistinctKey({ ...urls, apiKey })).not.toThrow();
  },
);
