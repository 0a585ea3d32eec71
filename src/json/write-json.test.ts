import fc from 'fast-check';
import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { parseJson } from './parse-json.js';
import { writeJson } from './write-json.js';

test.each(['-0', '5.0', '1e2', '1E+2', '9007199254740993', '-9223372036854775808', '1e400', '0.99999999999999999999'])(
  '%s is written as it was read',
  (token) => {
    expect(writeJson({ petId: parseJson(token) })).toBe(`{"petId":${token}}`);
  },
);

test('what JSON.stringify writes is written again, character for character', () => {
  fc.assert(fc.property(fc.json(), (text) => writeJson(parseJson(text)) === text));
});

test('numbers of any length pass through unchanged', () => {
  const token = fc.stringMatching(/^-?(?:0|[1-9]\d{0,40})(?:\.\d{1,40})?(?:[eE][+-]?\d{1,5})?$/);
  fc.assert(fc.property(token, (written) => writeJson(parseJson(`[${written}]`)) === `[${written}]`));
});

test('an exact number is no object', () => {
  expect(writeJson([new LosslessNumber('1.0')])).toBe('[1.0]');
});

test('a key named __proto__ is written', () => {
  expect(writeJson(parseJson('{"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1}}');
});

test('half a surrogate pair is escaped', () => {
  expect(writeJson('\uD800')).toBe('"\\ud800"');
});

test('a bigint is written as a number', () => {
  expect(writeJson({ petId: 9007199254740993n })).toBe('{"petId":9007199254740993}');
});
