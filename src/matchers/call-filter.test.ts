import { expect, test } from 'vitest';
import { parseJson } from '../json/json.js';
import { asWritten, bodyMatches } from './to-have-called.js';

test.each([
  ['{"quantity":5}', { quantity: 5 }],
  ['{"quantity":5.0}', { quantity: 5 }],
  ['{"quantity":5}', { quantity: 5n }],
  ['{"petId":9007199254740993}', { petId: 9007199254740993n }],
  ['{"quantity":1}', { quantity: 1, note: undefined }],
  ['[1,[2]]', [1, [2]]],
  ['null', null],
  ['{"at":"1970-01-01T00:00:00.000Z"}', { at: new Date(0) }],
  ['{"a":1,"b":2}', expect.objectContaining({ b: 2 })],
  ['{"list":["a",0]}', { list: [expect.any(String), expect.anything()] }],
  ['{"a":1}', expect.not.objectContaining({ b: 2 })],
])('%s matches', (sent, expected) => {
  expect(bodyMatches(expected, asWritten(parseJson(sent)))).toBe(true);
});

test.each([
  ['{"quantity":"5"}', { quantity: 5 }],
  ['{"quantity":6}', { quantity: 5 }],
  ['{"quantity":5,"note":"new"}', { quantity: 5 }],
  ['{"quantity":5}', { quantity: 5, note: 'new' }],
  ['{"quantity":0.25}', { quantity: 0.5 }],
  ['{"petId":9007199254740993}', { petId: 9007199254740992n }],
  ['{"0":1}', [1]],
  ['[1]', { 0: 1 }],
  ['null', {}],
  ['{"x":1}', { toString: undefined, valueOf: 1 }],
  ['{"b":3}', expect.objectContaining({ b: 2 })],
])('%s does not match', (sent, expected) => {
  expect(bodyMatches(expected, asWritten(parseJson(sent)))).toBe(false);
});

test('a body that was not sent is undefined', () => {
  expect(bodyMatches({}, undefined)).toBe(false);
  expect(bodyMatches(expect.anything(), undefined)).toBe(false);
});
