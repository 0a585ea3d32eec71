import { expect, test } from 'vitest';
import { sentKey } from './neutral-http.js';

const sent = (...authorizations: string[]) =>
  sentKey({ headers: authorizations.map((value) => ['authorization', value] as const) });

test.each([
  ['Bearer test_free', 'test_free'],
  ['bearer test_free', 'test_free'],
  ['  BEARER   test_free  ', 'test_free'],
  ['Bearer nobody-knows-it', 'nobody-knows-it'],
])('%j sends the key %s', (authorization, key) => {
  expect(sent(authorization)).toBe(key);
});

test.each(['', 'Bearer', 'Bearer ', 'Basic dGVzdF9mcmVlOg==', 'test_free', 'Bearertest_free'])(
  '%j sends no key',
  (authorization) => {
    expect(sent(authorization)).toBeUndefined();
  },
);

test('a request without the header sends no key', () => {
  expect(sent()).toBeUndefined();
});

test('two headers send no valid key', () => {
  expect(sent('Bearer test_free', 'Bearer test_pro')).toBe('test_free, Bearer test_pro');
});
