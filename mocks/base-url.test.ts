import { expect, test } from 'vitest';
import { InputError } from '../src/validation/input-error.js';
import { DEFAULT_BASE_URL, parseBaseUrl } from './base-url.js';

test.each([DEFAULT_BASE_URL, 'https://api.example', 'http://[::1]:8080/v1/', 'http://localhost/petstore/v1'])(
  '%s is a base URL',
  (text) => {
    expect(parseBaseUrl(text).href.replace(/\/$/, '')).toBe(text.replace(/\/$/, ''));
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
  const parse = () => parseBaseUrl(text);
  expect(parse).toThrow(InputError);
  expect(parse).toThrow(`${JSON.stringify(text)} is no base URL. Try '${DEFAULT_BASE_URL}'`);
});
