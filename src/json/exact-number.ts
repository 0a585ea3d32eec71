/** A JSON number as it was written, which a double would round or write in another way. */
export class LosslessNumber {
  readonly value: string;

  constructor(value: string) {
    this.value = value;
  }

  toString(): string {
    return this.value;
  }
}

/** A number with more digits is not an int64; bounds the work on `1e999999999`. */
const MAX_DIGITS = 30;

/** Parses a number token: a plain number if that is exact, else the token itself. */
export function parseNumberToken(token: string): number | LosslessNumber {
  const value = Number(token);
  return String(value) === token && (!Number.isInteger(value) || Number.isSafeInteger(value))
    ? value
    : new LosslessNumber(token);
}

/** Returns the exact integer of a number (`1e2` and `5.0` are integers), or undefined if it is not one or has over 30 digits. */
export function exactInteger(value: number | LosslessNumber): bigint | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : undefined;
  const parts = decimalParts(value.value);
  if (parts === undefined || parts.exponent < 0 || parts.digits.length + parts.exponent > MAX_DIGITS) return undefined;
  return BigInt(`${parts.sign}${parts.digits}${'0'.repeat(parts.exponent)}`);
}

/** Returns the exact integer of a JSON value; undefined if it is not one or has over 30 digits. */
export function integerOf(value: unknown): bigint | undefined {
  return typeof value === 'number' || value instanceof LosslessNumber ? exactInteger(value) : undefined;
}

/** Returns a plain number that a validator treats like the exact one: integers stay integers, and numbers beyond int64 stay beyond. */
export function validatorStandIn(value: LosslessNumber): number {
  const rounded = Number(value.value);
  if (Number.isFinite(rounded) && !Number.isInteger(rounded)) return rounded;
  if (/[.e]/i.test(value.value) && (decimalParts(value.value)?.exponent ?? 0) < 0) return Number.NaN;
  if (Number.isSafeInteger(rounded)) return rounded;
  const exact = Math.abs(rounded) < 2 ** 62 ? 0n : exactInteger(value);
  return Math.sign(rounded) * (exact !== undefined && isInt64(exact) ? 2 ** 53 : 2 ** 64);
}

function decimalParts(token: string): { sign: string; digits: string; exponent: number } | undefined {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = '', power = '0'] = match;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  // A loop, since `/0+$/` takes time that grows with the square of a run of zeros inside the digits.
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  if (end === 0) return { sign: '', digits: '0', exponent: 0 };
  return { sign, digits: digits.slice(0, end), exponent: Number(power) - fraction.length + digits.length - end };
}

const CANONICAL_INT64 = /^(?:0|-?[1-9]\d{0,18})$/;
const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

/** An int64 as its canonical decimal text: no sign for zero, no leading zeros, never rounded to a double. */
export type Int64Text = string;

/** Returns whether a text is an int64 in canonical decimal form (§2.1, §4.2). */
export function isInt64Text(text: string): text is Int64Text {
  if (!CANONICAL_INT64.test(text)) return false;
  return text.length < 19 || isInt64(BigInt(text));
}

/** Returns whether an integer lies in −2^63 … 2^63−1. */
export function isInt64(value: bigint): boolean {
  return value >= MIN_INT64 && value <= MAX_INT64;
}
