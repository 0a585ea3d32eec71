import { integerOf } from '../../src/spec/exact-number.js';
import { readJson } from '../read-json.js';

/** Enough for every body of the suite; bounds the work for others. */
const MOST_NUMBERS = 20;
const MOST_DIGITS = 40;
const MOST_QUANTITIES = 50;

const BEYOND_INT64 = 2n ** 64n;

/**
 * Returns the quantities that a service, conformant or faulty, may have stored after an update: canonical integers, each once.
 * `original` is the previous quantity as JSON text, `sent` the whole body, valid JSON or not.
 */
export function possibleResults(original: string, sent: string): string[] {
  const before = exactIntegerIn(original) ?? 0n;
  // A service may set the value or twice as much, add it, subtract it, or change by the difference twice.
  const changed = new Set([...integersIn(sent)].flatMap((value) => waysToChange(before, value)));
  return [...new Set([...changed].flatMap(storedValues).map(String))];
}

/**
 * Returns what a quantity may be after one more of several updates in a row, none of which a list has shown: a list for each way to
 * change a quantity, in which a service stays with its way. `before`: the same before that update.
 */
export function quantitiesAfter(before: readonly (readonly string[])[], sent: string): string[][] {
  const value = exactIntegerIn(/^\{"quantity":(-?\d+)\}$/.exec(sent)?.[1] ?? '');
  return before.map((quantities, way) => {
    if (value === undefined) return [...quantities];
    const after = quantities.flatMap((each) => String(waysToChange(exactIntegerIn(each) ?? 0n, value)[way]));
    // The update may have been rejected.
    return [...new Set([...quantities, ...after])].slice(-MOST_QUANTITIES);
  });
}

/** Returns the same when a quantity is known. */
export function quantitiesFrom(known: string): string[][] {
  return waysToChange(0n, 0n).map(() => [known]);
}

function waysToChange(before: bigint, value: bigint): bigint[] {
  return [value, 2n * value, before + value, before - value, 2n * value - before];
}

/** Returns the integers that a service may have read in a body; nothing counts as 0. */
function integersIn(sent: string): Set<bigint> {
  const numbers = sent.match(/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g) ?? [];
  const isTrue = sent.includes('true');
  return new Set([0n, ...(isTrue ? [1n] : []), ...numbers.slice(0, MOST_NUMBERS).flatMap(readingsOf)]);
}

/** Ways to read a number as an integer: exactly, rounded, and up to the first character that is not a digit. */
function readingsOf(number: string): bigint[] {
  const cutOff = BigInt(number.slice(0, MOST_DIGITS).match(/^-?\d+/)?.[0] ?? 0);
  const exact = exactIntegerIn(number);
  if (exact !== undefined) return [exact, cutOff];
  const rounded = Number(number);
  if (!Number.isFinite(rounded)) return [rounded < 0 ? -BEYOND_INT64 : BEYOND_INT64, cutOff];
  return [Math.floor(rounded), Math.ceil(rounded), Math.round(rounded)].map(BigInt).concat(cutOff);
}

const exactIntegerIn = (text: string) => integerOf(readJson(text));

/** A service may store a value in a type that is too small. */
function storedValues(value: bigint): bigint[] {
  if (value >= 0n && value < 2n ** 7n) return [value];
  const size = value < 0n ? -value : value;
  return [
    value,
    size,
    value < 0n ? 0n : value,
    ...[8, 16, 32, 64].flatMap((bits) => [BigInt.asIntN(bits, value), BigInt.asUintN(bits, value), clamp(value, bits)]),
    ...[Number(value), Math.fround(Number(value))].filter(Number.isFinite).map(BigInt),
  ];
}

function clamp(value: bigint, bits: number): bigint {
  const limit = 2n ** BigInt(bits - 1);
  if (value >= limit) return limit - 1n;
  return value < -limit ? -limit : value;
}
