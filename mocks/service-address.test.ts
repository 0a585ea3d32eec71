import { expect, test } from 'vitest';
import { InputError } from '../src/validation/input-error.js';
import { DEFAULT_BASE_URL, parseServiceAddress } from './service-address.js';

test.each([DEFAULT_BASE_URL, 'https://api.example', 'http://[::1]:8080/v1/', 'http://localhost/petstore/v1'])(
  '%s is a base URL',
  (text) => {
    expect(parseServiceAddress(text).url).toBe(text.replace(/\/$/, ''));
  },
);

test.each([
  '',
  '/v1',
  'localhost:4290/v1',
  'ftp://localhost/v1',
  'http://localhost/v1?a=1',
  'http://localhost/v1#a',
  'http://[',
])('%j is none, and the error quotes it and one that works', (text) => {
  const parse = () => parseServiceAddress(text);
  expect(parse).toThrow(InputError);
  expect(parse).toThrow(`${JSON.stringify(text)} is no base URL. Try '${DEFAULT_BASE_URL}'`);
});

test('a path alone is none, and the error says how a page makes it whole', () => {
  expect(() => parseServiceAddress('/api/v1')).toThrow("or in a page location.origin + '/v1'");
});

test('an address with a user is refused, and its password is not quoted', () => {
  const parse = () => parseServiceAddress('http://user:secret@localhost/v1');
  expect(parse).toThrow('"http://…@localhost/v1" is no base URL');
});
