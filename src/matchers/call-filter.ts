import { exactInteger, LosslessNumber } from '../spec/exact-number.js';
import type { JsonValue } from '../spec/json.js';
import { hasPetId, type OperationId, operations } from '../spec/operations.js';
import { quote, quoteValue } from '../spec/quoting.js';
import { assertNotPromise, InputError } from '../spec/validation/input-error.js';
import { nameHint } from '../spec/validation/name-hint.js';
import { fieldOf, isObject, kindInWords } from './matcher-input.js';

/** Which calls count, and how many are expected. */
export interface CallFilter {
  /** The exact number of calls; default: at least one. */
  readonly times?: number;
  /** The body that was sent, read as JSON; compared deeply. Asymmetric matchers such as `expect.objectContaining(…)` are allowed anywhere. */
  readonly body?: unknown;
  /** The API key that was sent, or its pseudonym in the journal, such as `key#1`. */
  readonly key?: string;
  readonly status?: number;
  readonly petId?: number | bigint | string;
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';
const isIntegerFrom = (least: number, most: number) => (value: unknown) =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

const options: Readonly<Record<keyof CallFilter, { isValid: (value: unknown) => boolean; expected: string }>> = {
  times: { isValid: isIntegerFrom(0, Number.MAX_SAFE_INTEGER), expected: 'a whole number, such as 2; 0 for no call' },
  body: { isValid: () => true, expected: 'any value' },
  key: { isValid: isText, expected: 'an API key that was sent, or its pseudonym, such as key#1' },
  status: { isValid: isIntegerFrom(100, 599), expected: 'a status, such as 429' },
  petId: {
    // A number beyond 2^53 would have been rounded. The path may contain any text, so a text is always valid.
    isValid: (value) => Number.isSafeInteger(value) || typeof value === 'bigint' || isText(value),
    expected: 'an id, such as 7, 9007199254740993n or "7"',
  },
};

/** Throws an InputError for an unknown option, and for a value that no call can have: it would hide a mistake in the test. */
export function requireCallFilter(
  attempted: string,
  filter: unknown,
  operation: OperationId,
): asserts filter is CallFilter {
  assertNotPromise(attempted, 'the filter', filter);
  if (!isObject(filter) || Array.isArray(filter)) {
    throw new InputError(attempted, `the filter is ${kindInWords(filter)}`, 'Give an object such as { times: 1 }');
  }
  for (const [name, value] of Object.entries(filter)) {
    if (!isOption(name)) {
      const remedy = nameHint(name, Object.keys(options), 'Options');
      throw new InputError(attempted, `there is no option ${quote(name)}`, remedy);
    }
    const { isValid, expected } = options[name];
    if (value !== undefined && isValid(value)) continue;
    // An invalid key may still be a secret.
    const found = name === 'key' ? kindInWords(value) : quoteValue(value);
    throw new InputError(
      attempted,
      `${name} is ${found}`,
      `Expected ${expected}${value === undefined ? ', or leave it out' : ''}`,
    );
  }
  const { method, path } = operations[operation];
  if ('petId' in filter && !hasPetId(operations[operation])) {
    const remedy = 'Leave petId out, or ask for updateInventory or getPet';
    throw new InputError(attempted, `${method} ${path} has no pet in its path`, remedy);
  }
}

function isOption(name: string): name is keyof CallFilter {
  return Object.hasOwn(options, name);
}

/** `expect.objectContaining(…)` and its kind, of any test runner. */
interface AsymmetricMatcher {
  asymmetricMatch(actual: unknown): boolean;
}

export function isAsymmetric(value: unknown): value is AsymmetricMatcher {
  return isObject(value) && typeof fieldOf(value, 'asymmetricMatch') === 'function';
}

/**
 * Compares what a test expects with a JSON value, deeply. Playwright does not expose its own `equals` to matchers; and here a number
 * equals a bigint, and an undefined field is not sent.
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

/** Returns a JSON value as a test would write it: integers that a double cannot hold are bigints. */
export function asWritten(value: JsonValue): unknown {
  if (value instanceof LosslessNumber) {
    const integer = exactInteger(value);
    const rounded = Number(value.value);
    return integer === undefined || Number.isSafeInteger(rounded) ? rounded : integer;
  }
  if (Array.isArray(value)) return value.map(asWritten);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, asWritten(field)]));
}
