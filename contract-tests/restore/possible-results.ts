import { integerOf, JsonError, parseJson } from '../../src/spec/json.js';

/** Enough for any body that the suite makes up; bounds the work for the others. */
const MOST_NUMBERS = 20;
const MOST_DIGITS = 40;

const BEYOND_INT64 = 2n ** 64n;

/**
 * Returns what a service, conformant or faulty, may have made of a pet's quantity when it was sent a body: canonical
 * integers, each once. `original` is the quantity before as JSON text, `sent` the whole body, sound JSON or not.
 */
export function possibleResults(original: string, sent: string): string[] {
  const before = exactIntegerIn(original) ?? 0n;
  const results = [...integersIn(sent)].flatMap((value) => whatBecomesOf(value, before));
  return [...new Set(results.map(String))];
}

/** What a service may have read out of a body: nothing at all counts as 0. */
function integersIn(sent: string): Set<bigint> {
  const numbers = sent.match(/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g) ?? [];
  const isTrue = sent.includes('true');
  return new Set([0n, ...(isTrue ? [1n] : []), ...numbers.slice(0, MOST_NUMBERS).flatMap(readingsOf)]);
}

/** Ways to read a number as an integer: exactly, rounded, and cut off at the first character that is no digit. */
function readingsOf(number: string): bigint[] {
  const cutOff = BigInt(number.slice(0, MOST_DIGITS).match(/^-?\d+/)?.[0] ?? 0);
  const exact = exactIntegerIn(number);
  if (exact !== undefined) return [exact, cutOff];
  const rounded = Number(number);
  if (!Number.isFinite(rounded)) return [rounded < 0 ? -BEYOND_INT64 : BEYOND_INT64, cutOff];
  return [Math.floor(rounded), Math.ceil(rounded), Math.round(rounded)].map(BigInt).concat(cutOff);
}

function exactIntegerIn(text: string): bigint | undefined {
  try {
    return integerOf(parseJson(text));
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

/** A service may set the value, add it or take it off, and store what comes of that in a type that is too small. */
function whatBecomesOf(value: bigint, before: bigint): bigint[] {
  return [value, before + value, before - value].flatMap(whatIsStoredOf);
}

function whatIsStoredOf(value: bigint): bigint[] {
  const size = value < 0n ? -value : value;
  return [
    value,
    size,
    value < 0n ? 0n : value,
    ...[32, 64].flatMap((bits) => [BigInt.asIntN(bits, value), BigInt.asUintN(bits, value), clamp(value, bits)]),
    roundedBy(Number, value),
    roundedBy((exact) => Math.fround(Number(exact)), value),
  ];
}

function clamp(value: bigint, bits: number): bigint {
  const limit = 2n ** BigInt(bits - 1);
  if (value >= limit) return limit - 1n;
  return value < -limit ? -limit : value;
}

function roundedBy(round: (exact: bigint) => number, value: bigint): bigint {
  const rounded = round(value);
  return Number.isFinite(rounded) ? BigInt(rounded) : value;
}
