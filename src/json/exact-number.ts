import { LosslessNumber } from 'lossless-json';
import { isInt64 } from '../spec/int64.js';
import type { JsonValue } from './json-value.js';

/** More digits than this and a number is no int64, whatever they are; bounds the work on `1e999999999`. */
const MAX_DIGITS = 30;

/** Reads a number token: a plain number when that says exactly what was written, else the token itself. */
export function parseNumberToken(token: string): number | LosslessNumber {
  const value = Number(token);
  return String(value) === token && (!Number.isInteger(value) || Number.isSafeInteger(value))
    ? value
    : new LosslessNumber(token);
}

/** Answers the integer that a number is, exactly (`1e2` and `5.0` are integers), or undefined when it is none or has over 30 digits. */
export function exactInteger(value: number | LosslessNumber): bigint | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : undefined;
  const parts = decimalParts(value.value);
  if (parts === undefined || parts.exponent < 0 || parts.digits.length + parts.exponent > MAX_DIGITS) return undefined;
  return BigInt(`${parts.sign}${parts.digits}${'0'.repeat(parts.exponent)}`);
}

/** Answers the integer that a JSON value is, exactly; undefined where it is none or has over 30 digits. */
export function integerOf(value: JsonValue | undefined): bigint | undefined {
  return typeof value === 'number' || value instanceof LosslessNumber ? exactInteger(value) : undefined;
}

/**
 * Answers a plain number that a JSON Schema validator judges as it would the exact one: integers stay integers,
 * fractions stay fractions (or become NaN), and what lies beyond 2^53 or beyond int64 stays beyond it.
 */
export function validatorStandIn(value: LosslessNumber): number {
  const rounded = Number(value.value);
  const isInteger = (decimalParts(value.value)?.exponent ?? 0) >= 0;
  if (!isInteger) return Number.isInteger(rounded) ? Number.NaN : rounded;
  if (Number.isSafeInteger(rounded)) return rounded;
  const exact = exactInteger(value);
  return Math.sign(rounded) * (exact !== undefined && isInt64(exact) ? 2 ** 53 : 2 ** 64);
}

/** Splits `-12.50e3` into sign, significant digits without trailing zeros, and the power of ten that goes with them. */
function decimalParts(token: string): { sign: string; digits: string; exponent: number } | undefined {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = '', power = '0'] = match;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = withoutTrailingZeros(digits);
  if (significant === '') return { sign: '', digits: '0', exponent: 0 };
  return { sign, digits: significant, exponent: Number(power) - fraction.length + digits.length - significant.length };
}

/** A loop, since `/0+$/` takes time that grows with the square of a run of zeros inside the digits. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}
