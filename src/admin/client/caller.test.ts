import { expect, test } from 'vitest';
import { type AdminClientOptions, checkOptions } from './caller.js';

const url = 'http://127.0.0.1:4290';
const token = 'local-admin';

test.each([
  ['http://127.0.0.1:4290', url],
  ['http://127.0.0.1:4290/', url],
  ['http://127.0.0.1:4290/v1', url],
  ['http://127.0.0.1:4290/__admin', url],
  ['http://127.0.0.1:4290/__admin/ui/#token', url],
  ['https://tools.example.test/petstore/__admin', 'https://tools.example.test/petstore'],
])('the server of %s has its admin API at %s', (given, expected) => {
  expect(checkOptions({ url: given, token }).url).toBe(expected);
});

test('calls use the shared world by default', () => {
  expect(checkOptions({ url, token }).world).toBe('shared');
  expect(checkOptions({ url, token, world: 'w1' }).world).toBe('w1');
});

test.each([
  [undefined, "the options should be an object. Try { url: 'http://127.0.0.1:4290', token: 'local-admin' }."],
  [{ token }, 'the url is missing'],
  [
    { url: '127.0.0.1:4290', token },
    "the url is missing, or is not an absolute URL of http or https without a user and a password. Pass the server's URL, such as 'http://127.0.0.1:4290'.",
  ],
  [{ url: 'localhost:4290', token }, 'the url is missing, or is not'],
  [{ url: 'http://me:secret@127.0.0.1:4290', token }, 'the url is missing, or is not'],
  [
    { url },
    'the token is missing, or is not visible ASCII text without spaces. Pass the token that the server prints at startup',
  ],
  [{ url, token: '' }, 'the token is missing'],
  [{ url, token: 'two words' }, 'the token is missing, or is not visible ASCII'],
  [{ url, token, world: '' }, "the world id is not a string. Pass 'shared'"],
  [{ url, token, wrld: 'w1' }, "there is no such field in the options. Did you mean 'world'?"],
])('%j is rejected: %s', (options, message) => {
  expect(() => checkOptions(options as AdminClientOptions)).toThrow(`createAdminClient(…): ${message}`);
});

test('an invalid token is not quoted', () => {
  expect(() => checkOptions({ url, token: 'gehéim' })).toThrow(
    expect.not.objectContaining({ message: expect.stringContaining('gehéim') }),
  );
});
