import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isInt64, isInt64Text } from './int64.js';

const MIN = -(2n ** 63n);
const MAX = 2n ** 63n - 1n;

test('every int64 is one in its decimal text', () => {
  fc.assert(fc.property(fc.bigInt(MIN, MAX), (value) => isInt64(value) && isInt64Text(String(value))));
});

test('no integer beyond int64 is one', () => {
  const beyond = fc.oneof(fc.bigInt(MAX + 1n, MAX * 1_000n), fc.bigInt(MIN * 1_000n, MIN - 1n));
  fc.assert(fc.property(beyond, (value) => !isInt64(value) && !isInt64Text(String(value))));
});

test.each(['0', '-1', '9007199254740993', '9223372036854775807', '-9223372036854775808'])('%s is an int64', (text) => {
  expect(isInt64Text(text)).toBe(true);
});

test.each([
  '9223372036854775808',
  '-9223372036854775809',
  '99999999999999999999',
  '-0',
  '01',
  '-01',
  '+1',
  ' 1',
  '1 ',
  '1\n',
  '1.0',
  '1e2',
  '0x1',
  '1_000',
  '１',
  '',
  '-',
  'abc',
])('%j is no int64', (text) => {
  expect(isInt64Text(text)).toBe(false);
});
