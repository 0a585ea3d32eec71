import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import type { Profile } from './profile.js';
import { formatChoice, writeProfile } from './write-profile.js';

const written = (value: object) => writeProfile(value as Profile);

it('writes short lists on one line and everything else on separate lines', () => {
  expect(written({ exchanges: [1, 2, 3], headers: [{ name: 'Server' }], rules: {}, none: [] })).toBe(
    '{\n  "exchanges": [1, 2, 3],\n  "headers": [\n    {\n      "name": "Server"\n    }\n  ],\n  "rules": {},\n  "none": []\n}\n',
  );
});

it('wraps a list that is too long for a line', () => {
  expect(written({ texts: Array(12).fill('a text of some length') }).split('\n')).toHaveLength(17);
});

it('writes what JSON.parse reads back, whatever the values are', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      expect(JSON.parse(written(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test.each([
  ['seconds', 'seconds'],
  [404, '404'],
  [{ minimum: 0, maximum: 9_999 }, 'minimum: 0, maximum: 9999'],
  [{ records: [{ id: 1 }], fromStock: { id: 'petId' } }, 'records: [{"id":1}], fromStock: {"id":"petId"}'],
  [{}, ''],
])('writes %j as %s', (response, words) => {
  expect(formatChoice(response)).toBe(words);
});
