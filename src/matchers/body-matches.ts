import { LosslessNumber } from 'lossless-json';
import { exactInteger } from '../json/exact-number.js';
import type { JsonValue } from '../json/json-value.js';
import { fieldOf, isObject } from './loose-object.js';

/** `expect.objectContaining(…)` and its kind, of any test runner. */
interface AsymmetricMatcher {
  asymmetricMatch(actual: unknown): boolean;
}

export function isAsymmetric(value: unknown): value is AsymmetricMatcher {
  return isObject(value) && typeof fieldOf(value, 'asymmetricMatch') === 'function';
}

/**
 * Compares what a test expects with a JSON value, deeply. Test runners have an `equals` of their own, but Playwright's keeps it from
 * matchers; and here a number is the same as a bigint, and a field that is undefined is one that is not sent.
 */
export function bodyMatches(expected: unknown, actual: unknown): boolean {
  if (isAsymmetric(expected)) return expected.asymmetricMatch(actual);
  if (!isObject(expected)) return expected === actual || isSameInteger(expected, actual);
  const toJson = fieldOf(expected, 'toJSON');
  if (typeof toJson === 'function') return bodyMatches(toJson.call(expected), actual);
  if (!isObject(actual) || Array.isArray(expected) !== Array.isArray(actual)) return false;
  const fields = Object.entries(expected).filter(([, value]) => value !== undefined);
  return (
    fields.length === Object.keys(actual).length &&
    fields.every(([name, value]) => Object.hasOwn(actual, name) && bodyMatches(value, fieldOf(actual, name)))
  );
}

function isSameInteger(one: unknown, other: unknown): boolean {
  const [first, second] = [one, other].map((value) =>
    typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : value,
  );
  return typeof first === 'bigint' && first === second;
}

/** Answers a JSON value as a test would write it: integers that a double cannot hold are bigints. */
export function asWritten(value: JsonValue): unknown {
  if (value instanceof LosslessNumber) return plainNumber(value);
  if (Array.isArray(value)) return value.map(asWritten);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, asWritten(field)]));
}

function plainNumber(value: LosslessNumber): number | bigint {
  const integer = exactInteger(value);
  const rounded = Number(value.value);
  return integer === undefined || Number.isSafeInteger(rounded) ? rounded : integer;
}
