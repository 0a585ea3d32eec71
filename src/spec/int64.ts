const CANONICAL = /^(?:0|-?[1-9]\d{0,18})$/;
const MIN = -(2n ** 63n);
const MAX = 2n ** 63n - 1n;

/** An int64 as its canonical decimal text: no sign for zero, no leading zeros, never rounded to a double. */
export type Int64Text = string;

/** Returns whether a text is an int64 in canonical decimal form (§2.1, §4.2). */
export function isInt64Text(text: string): text is Int64Text {
  if (!CANONICAL.test(text)) return false;
  return text.length < 19 || isInt64(BigInt(text));
}

/** Returns whether an integer lies in −2^63 … 2^63−1. */
export function isInt64(value: bigint): boolean {
  return value >= MIN && value <= MAX;
}
