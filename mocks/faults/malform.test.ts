import { expect, test } from 'vitest';
import { malform } from './malform.js';

test.each([
  ['[]', '[}'],
  ['{}', '{]'],
  ['[{"petId":1}]', '[{"petId":1}}'],
  ['{"list":[]}', '{"list":[]]'],
  ['"text"', '"text}'],
  ['12', '1}'],
  ['1', '}'],
  ['true', 'tru}'],
])('%s becomes %s, which is no JSON', (json, malformed) => {
  expect(malform(json)).toBe(malformed);
  expect(() => JSON.parse(malformed)).toThrow(SyntaxError);
});
