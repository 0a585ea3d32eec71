import fc from 'fast-check';
import { expect, test } from 'vitest';
import { possibleResults } from './possible-results.js';

test.each([
  ['sets it', '{"quantity":7}', '7'],
  ['adds it', '{"quantity":7}', '19'],
  ['takes it off', '{"quantity":7}', '5'],
  ['ignores a sign', '{"quantity":-5}', '5'],
  ['stops at zero', '{"quantity":-5}', '0'],
  ['cuts a fraction off', '{"quantity":7.9}', '7'],
  ['rounds a fraction', '{"quantity":7.9}', '8'],
  ['rounds a negative fraction down', '{"quantity":-7.1}', '-8'],
  ['reads an exponent', '{"quantity":3e2}', '300'],
  ['stops at an exponent', '{"quantity":3e2}', '3'],
  ['wraps at 32 bits', '{"quantity":4294967299}', '3'],
  ['stops at 32 bits', '{"quantity":4294967299}', '2147483647'],
  ['reads 32 bits without a sign', '{"quantity":-1}', '4294967295'],
  ['wraps at 64 bits', '{"quantity":18446744073709551621}', '5'],
  ['stops at 64 bits', '{"quantity":1e400}', '9223372036854775807'],
  ['rounds to a double', '{"quantity":9007199254740993}', '9007199254740992'],
  ['rounds to a float', '{"quantity":16777217}', '16777216'],
  ['keeps an integer beyond 2^53', '{"quantity":9007199254740993}', '9007199254740993'],
  ['parses a string', '{"quantity":"7"}', '7'],
  ['takes true for one', '{"quantity":true}', '1'],
  ['takes false for nothing', '{"quantity":false}', '0'],
  ['takes null for nothing', '{"quantity":null}', '0'],
  ['takes an object for nothing', '{"quantity":{}}', '0'],
  ['takes the first item of an array', '{"quantity":[7,8]}', '7'],
  ['takes an array for a body', '[{"quantity":7}]', '7'],
  ['takes a scalar for a body', '7', '7'],
  ['takes the first of two keys', '{"quantity":7,"quantity":8}', '7'],
  ['takes a missing quantity for nothing', '{}', '0'],
  ['takes a missing body for nothing', '', '0'],
  ['reads invalid JSON', '{"quantity":7', '7'],
])('foresees a service that %s: %s', (_what, sent, expected) => {
  expect(possibleResults('12', sent)).toContain(expected);
});

test('returns only values that the sent value can cause', () => {
  expect(possibleResults('12', '{"quantity":7}')).toEqual([
    ...['0', '12', '-12', '244', '65524', '4294967284', '18446744073709551604'],
    ...['7', '14', '19', '5', '2'],
  ]);
});

test('adds nothing to an original that is not an integer', () => {
  expect(possibleResults('"twelve"', '{"quantity":7}')).toEqual(expect.arrayContaining(['7', '-7']));
});

test('returns canonical integers without duplicates, whatever was sent', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.oneof(fc.json(), fc.string(), fc.double().map(String)), (original, sent) => {
      const results = possibleResults(String(original), sent);
      expect(results.every((text) => String(BigInt(text)) === text)).toBe(true);
      expect(new Set(results).size).toBe(results.length);
    }),
    { seed: 1 },
  );
});
