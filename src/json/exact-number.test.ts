import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  exactInteger,
  integerOf,
  isInt64,
  LosslessNumber,
  parseNumberToken,
  validatorStandIn,
} from './exact-number.js';
import { type JsonValue, parseJson } from './json.js';

const exactIntegerOf = (token: string) => exactInteger(parseNumberToken(token));
const standInFor = (token: string) => validatorStandIn(new LosslessNumber(token));

test.each([
  ['0', 0],
  ['-7', -7],
  ['12.5', 12.5],
  ['9007199254740991', Number.MAX_SAFE_INTEGER],
])('%s becomes a plain number', (token, value) => {
  expect(parseNumberToken(token)).toBe(value);
});

test.each([
  '-0',
  '5.0',
  '1e2',
  '1E2',
  '9007199254740992',
  '9007199254740993',
  '1e400',
  '0.99999999999999999999',
  '1e21',
])('%s stays as written', (token) => {
  expect(parseNumberToken(token)).toEqual(new LosslessNumber(token));
});

test('no number that becomes a plain one changes its spelling', () => {
  const token = fc.stringMatching(/^-?(?:0|[1-9]\d{0,24})(?:\.\d{1,24})?(?:[eE][+-]?\d{1,3})?$/);
  fc.assert(fc.property(token, (written) => String(parseNumberToken(written)) === written));
});

test.each([
  ['0', 0n],
  ['-0', 0n],
  ['-0.0e5', 0n],
  ['0e999999999', 0n],
  ['1e2', 100n],
  ['5.0', 5n],
  ['-120e-1', -12n],
  ['0.05e2', 5n],
  ['9007199254740993', 9007199254740993n],
  ['9007199254740993.000', 9007199254740993n],
  ['9223372036854775807', 2n ** 63n - 1n],
  ['-9223372036854775808', -(2n ** 63n)],
  ['9223372036854775808', 2n ** 63n],
])('%s is the integer %s', (token, integer) => {
  expect(exactIntegerOf(token)).toBe(integer);
});

test.each(['12.5', '0.99999999999999999999', '1.00000000000000000001', '1e-400', '9007199254740992.5'])(
  '%s is not an integer',
  (token) => {
    expect(exactIntegerOf(token)).toBeUndefined();
  },
);

test.each(['1e30', '1e400', '-1e999999999', `1e${'9'.repeat(400)}`, '1'.repeat(31)])(
  '%s has too many digits',
  (token) => {
    expect(exactIntegerOf(token)).toBeUndefined();
  },
);

test('an integer other than zero is the same in all its spellings', () => {
  const spellings = (integer: bigint) => [`${integer}`, `${integer}.00`, `${integer}e0`, `${integer}000e-3`];
  const integers = fc.bigInt(-(10n ** 29n), 10n ** 29n).filter((integer) => integer !== 0n);
  fc.assert(fc.property(integers, (integer) => spellings(integer).every((token) => exactIntegerOf(token) === integer)));
});

test('a stand-in is an integer if the exact number is one', () => {
  const long = fc.stringMatching(/^-?(?:0|[1-9]\d{0,24})(?:\.\d{1,24})?(?:[eE][+-]?\d)?$/);
  const short = fc.stringMatching(/^-?(?:0|[1-9]\d{0,5})(?:\.[09]{1,8})?(?:[eE](?:[+-]?\d|-\d{2,3}))?$/);
  fc.assert(
    fc.property(fc.oneof(long, short), (written) => {
      const exact = exactIntegerOf(written);
      fc.pre(exact !== undefined || !/^-?\d{20}/.test(written));
      expect(Number.isInteger(standInFor(written))).toBe(exact !== undefined);
    }),
  );
});

test('a stand-in is beyond 2^53 if the exact integer is, and outside 2^63 on the same side', () => {
  const near = (bound: bigint) => fc.bigInt(bound - 5_000n, bound + 5_000n);
  const integers = fc.oneof(near(2n ** 53n), near(-(2n ** 53n)), near(2n ** 63n), near(-(2n ** 63n)));
  fc.assert(
    fc.property(integers, (integer) => {
      const standIn = standInFor(String(integer));
      const isSafe = integer === BigInt.asIntN(54, integer) && integer !== -(2n ** 53n);
      expect(Number.isSafeInteger(standIn)).toBe(isSafe);
      expect(Math.abs(standIn) < 2 ** 63).toBe(isInt64(integer));
      expect(Math.sign(standIn)).toBe(integer < 0n ? -1 : 1);
    }),
  );
});

test.each([
  ['1e400', 2 ** 64],
  ['-1e400', -(2 ** 64)],
  ['0.99999999999999999999', Number.NaN],
  ['1e-400', Number.NaN],
  ['12.50', 12.5],
])('the stand-in for %s is %s', (token, standIn) => {
  expect(standInFor(token)).toBe(standIn);
});

test('a mebibyte of zeros between two digits is judged immediately', () => {
  const zeros = '0'.repeat(2 ** 20);
  expect(exactIntegerOf(`1${zeros}1`)).toBeUndefined();
  expect(standInFor(`1.${zeros}1`)).toBeNaN();
});

test('returns the integer of a JSON value, and undefined if it is not an integer', () => {
  const values = parseJson('[5, 1e2, 9007199254740993, 2.5, "5", true, null, [5], {}]') as JsonValue[];
  expect(values.map(integerOf)).toEqual([5n, 100n, 9007199254740993n, ...Array(6).fill(undefined)]);
  expect(integerOf(undefined)).toBeUndefined();
});
