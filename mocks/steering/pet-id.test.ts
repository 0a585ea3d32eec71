import { expect, test } from 'vitest';
import { codeOfPetId, petIdText, petIdValue } from './pet-id.js';

test.each([
  [7, '7'],
  [-0, '0'],
  [7n, '7'],
  ['7', '7'],
  [9007199254740993n, '9007199254740993'],
  ['-9223372036854775808', '-9223372036854775808'],
])('%s is the pet %s', (petId, text) => {
  expect(petIdText('Looking', petId)).toBe(text);
});

test.each([
  ['rex', '"rex" is no pet id'],
  ['07', '"07" is no pet id'],
  ['', '"" is no pet id'],
  [1.5, '1.5 is no pet id'],
  [Number.NaN, 'NaN is no pet id'],
  ['9223372036854775808', '"9223372036854775808" is no pet id'],
  [2n ** 63n, '9223372036854775808 is no pet id'],
  [2 ** 53, 'the pet id 9007199254740992 is a number beyond 2^53 and may have been rounded'],
  [undefined, 'undefined is no pet id'],
  [{ petId: 7 }, 'an object is no pet id'],
  [Promise.resolve(7), 'the pet id is a promise'],
])('%s is refused: %s', (petId, problem) => {
  expect(() => petIdText('Looking', petId as number)).toThrow(`Looking: ${problem}. `);
});

test.each([
  ['7', 7, '7'],
  ['9007199254740991', 9007199254740991, '9007199254740991'],
  ['9007199254740993', 9007199254740993n, '9007199254740993n'],
  ['-9223372036854775808', -9223372036854775808n, '-9223372036854775808n'],
])('the pet %s is %s in code', (text, value, code) => {
  expect(petIdValue(text)).toBe(value);
  expect(codeOfPetId(text)).toBe(code);
});
