import { expect, it } from 'vitest';
import { isServedAsSeen, sanitiseChoice } from './allowed-forms.js';

it.each([
  'Bearer realm="shop"',
  'Bearer realm="shop", error="invalid_token", error_description="unknown key"',
  'ApiKey',
])('stores the challenge %s', (text) => {
  expect(sanitiseChoice('www-authenticate', text)).toEqual({ choice: text, removed: [] });
});

it('stores no challenge with a secret', () => {
  expect(sanitiseChoice('www-authenticate', 'Bearer error_description="key#2 is unknown"').choice).toBeUndefined();
});

it('removes a header with an address of a person, and keeps the others', () => {
  const headers = { Sunset: 'Sat, 01 Jan 2028 00:00:00 GMT', Link: '<mailto:help@shop.example>; rel="deprecation"' };
  expect(sanitiseChoice('deprecation-headers', headers)).toEqual({
    choice: { Sunset: headers.Sunset },
    removed: ['Link'],
  });
});

it.each(['bearer', 'none'])('keeps the word %s', (word) => {
  expect(sanitiseChoice('www-authenticate', word).choice).toBe(word);
});

it.each([
  ...['on', 'v2', '1.25.3', '17', 'nosniff', 'max-age=31536000; includeSubDomains', 'pets/9', 'eu-west-1'],
  ...['2024.11.3-rc2+build.4711', 'Apache/2.4.58 (Debian)', '9f86d081', 'strict-origin-when-cross-origin'],
  ...['https://docs.pets.test/errors', "default-src 'none'; frame-ancestors 'none'"],
])('serves the header value %s as it was', (value) => {
  expect(isServedAsSeen(value)).toBe(true);
});

it.each([
  ...['key#1', 'help@shop.example', '4f9a1c77d2ee41b0', 'eyJhbGciOiJIUzI1NiJ9', ''],
  '3f2b8c1e-5a47-4d09-9e6b-7c1d2e3f4a5b',
])('does not serve the header value %s', (value) => {
  expect(isServedAsSeen(value)).toBe(false);
});
