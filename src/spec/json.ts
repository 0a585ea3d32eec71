import { LosslessNumber, parse, stringify } from 'lossless-json';
import { quote } from './quoting.js';

/** A parsed JSON value without rounded numbers: a number that a double cannot represent stays a `LosslessNumber`. */
export type JsonValue = null | boolean | string | number | LosslessNumber | JsonValue[] | JsonObject;
export type JsonObject = { [key: string]: JsonValue };

/** Returns whether a value is a JSON object: not an array, null or a `LosslessNumber`. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber);
}

export interface JsonRules {
  /** The maximum nesting of arrays and objects; default 100. */
  readonly maxDepth?: number;
  /** The approximate maximum number of values, nested ones included; default: none. */
  readonly maxValues?: number;
  /** What to do if an object has a duplicate key; default `reject`. */
  readonly duplicateKeys?: 'reject' | 'last-wins';
}

/** A text that is not JSON, or violates the rules of the parser. `rule` names the violated rule, if any. */
export class JsonError extends Error {
  override readonly name = 'JsonError';
  readonly rule: keyof JsonRules | undefined;

  constructor(message: string, rule?: keyof JsonRules) {
    super(message);
    this.rule = rule;
  }
}

/** Parses JSON (RFC 8259) without rounding numbers. Throws a {@link JsonError} that names the problem and its position. */
export function parseJson(json: string, rules: JsonRules = {}): JsonValue {
  const text = withoutLongBlanks(json);
  const { maxDepth = 100, maxValues = Number.POSITIVE_INFINITY, duplicateKeys = 'reject' } = rules;
  const { depth, members, values } = measure(text);
  if (depth > maxDepth) throw new JsonError(`the JSON is nested over ${maxDepth} levels deep`, 'maxDepth');
  if (values > maxValues) throw new JsonError(`the JSON holds over ${maxValues} values`, 'maxValues');
  const value = read(text, duplicateKeys);
  // The parser reports a duplicate key only if the values differ; others are detected by counting members.
  if (duplicateKeys === 'reject' && members > countMembers(value)) {
    throw new JsonError('an object has one key twice', 'duplicateKeys');
  }
  return value;
}

const MANY_BLANKS = ' '.repeat(1_000);

/** The parser reads blanks slowly, one by one; between tokens thousands of them mean no more than one. */
function withoutLongBlanks(text: string): string {
  if (!text.includes(MANY_BLANKS)) return text;
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', from)) {
    const end = endOfString(text, at);
    parts.push(shortened(text.slice(from, at)), text.slice(at, end));
    from = end;
  }
  return parts.join('') + shortened(text.slice(from));
}

function shortened(between: string): string {
  return between.replaceAll(MANY_BLANKS, ' ');
}

/** Returns the index after the string that begins with the quote at `start`; the length of the text if it is not closed. */
function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '"') return i + 1;
  }
  return text.length;
}

function read(text: string, duplicateKeys: 'reject' | 'last-wins'): JsonValue {
  try {
    return parse(text, null, {
      parseNumber: parseNumberToken,
      onDuplicateKey: ({ key, newValue }) => {
        if (duplicateKeys === 'last-wins') return newValue;
        throw new JsonError(`an object has the key ${quote(key)} twice`, 'duplicateKeys');
      },
    }) as JsonValue;
  } catch (error) {
    if (error instanceof SyntaxError) throw new JsonError(error.message);
    throw error;
  }
}

/** Counts the nesting, object members and values of a text, valid JSON or not. */
function measure(text: string): { depth: number; members: number; values: number } {
  let level = 0;
  let depth = 0;
  let members = 0;
  let separators = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (inString) {
      if (char === '\\') i++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') {
      depth = Math.max(depth, ++level);
      separators++;
    } else if (char === ',') separators++;
    else if (char === '}' || char === ']') level--;
    else if (char === ':') members++;
  }
  return { depth, members, values: separators + 1 };
}

function countMembers(value: JsonValue): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countMembers(item), 0);
  if (!isJsonObject(value)) return 0;
  const values = Object.values(value);
  return values.reduce<number>((sum, item) => sum + countMembers(item), values.length);
}

/** Writes JSON with every number as it was parsed, and every bigint as a number. */
export function writeJson(value: JsonValue | object): string {
  return stringify(value) ?? 'null';
}

/** Returns whether a text is JSON, by the parser of the engine. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
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
export function integerOf(value: JsonValue | undefined): bigint | undefined {
  return typeof value === 'number' || value instanceof LosslessNumber ? exactInteger(value) : undefined;
}

/**
 * Returns a plain number that a JSON Schema validator treats like the exact one: integers stay integers, fractions stay
 * fractions (or become NaN), and numbers beyond 2^53 or int64 stay beyond.
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
