import type { Exchange } from '../exchange/exchange.js';
import { parseRecordedJson } from '../exchange/recorded-json.js';
import { Redactor } from '../exchange/redactor.js';
import { exactInteger, LosslessNumber } from '../json/exact-number.js';
import { assertNotPromise, InputError, nameHint } from '../json/input-error.js';
import { JsonError, type JsonValue } from '../json/json.js';
import { counted, quote, quoteValue } from '../json/quoting.js';
import { type Reading, readExchange } from '../judge/reading.js';
import { type OperationId, petstore } from '../service/petstore.js';
import {
  type FoundJournal,
  fieldOf,
  findJournal,
  isObject,
  kindInWords,
  type MatcherResult,
  requireMemory,
  requireOperation,
} from './matcher-input.js';
import { excerpt, exchangeLine } from './report-lines.js';

const ATTEMPTED = 'expect(…).toHaveCalled(…)';
const MOST_SHOWN = 20;
const PSEUDONYM = /^key#[1-9]\d*$/;

/** Finds the requests for an operation in a journal. Throws an InputError for an invalid filter, and if dropped exchanges could change the result. */
export function toHaveCalled(received: unknown, operation: OperationId, filter: CallFilter = {}): MatcherResult {
  requireOperation(ATTEMPTED, operation);
  requireCallFilter(ATTEMPTED, filter, operation);
  const journal = findJournal(ATTEMPTED, received);
  const calls = findCalls(journal, operation, filter);
  const count = calls.filter(isCounted).length;
  // Dropped exchanges could only add calls.
  const isDecided = filter.times === undefined ? count > 0 : count > filter.times;
  if (!isDecided) requireMemory(ATTEMPTED, journal, `${counted(count, 'call')} found`);
  const pass = filter.times === undefined ? count > 0 : count === filter.times;
  return { pass, message: () => formatMessage(pass, operation, filter, calls, journal).join('\n') };
}

function isCounted({ misfits }: Call): boolean {
  return misfits.length === 0;
}

function formatMessage(
  pass: boolean,
  operation: OperationId,
  filter: CallFilter,
  calls: readonly Call[],
  { exchanges, baseUrl }: FoundJournal,
): string[] {
  const given = filterText(filter);
  const count = calls.filter(isCounted).length;
  const found = count === 0 ? 'No matching call found' : `${counted(count, 'matching call')} found`;
  return [
    `expect(petstore)${pass ? '.not' : ''}.toHaveCalled('${operation}'${given === '' ? '' : `, ${given}`})`,
    '',
    !pass && filter.times !== undefined && count > 0 ? `${found}, expected ${filter.times}.` : `${found}.`,
    '',
    ...(calls.length > 0
      ? [`Calls of ${operation}:`, ...shorten(calls.map(callLine))]
      : formatOtherCalls(operation, exchanges, baseUrl)),
  ];
}

function callLine({ exchange, misfits }: Call): string {
  const mark = misfits.length === 0 ? '✓' : '✗';
  const differences = misfits.length === 0 ? '' : `  (other ${misfits.join(', ')})`;
  return `  ${mark} ${lineWithBody(exchange)}${differences}`;
}

function formatOtherCalls(operation: OperationId, exchanges: readonly Exchange[], baseUrl: string): string[] {
  if (exchanges.length === 0) {
    return [`No request was recorded. Await the code that sends it, and check that it uses ${baseUrl}.`];
  }
  const lines = exchanges.map((one) => `  ${lineWithBody(one)}`);
  return [`${operation} was not called. These requests were recorded:`, ...shorten(lines)];
}

function lineWithBody(exchange: Exchange): string {
  const { body } = exchange.request;
  return body === undefined ? exchangeLine(exchange) : `${exchangeLine(exchange)}  ${excerpt(body)}`;
}

function shorten(lines: readonly string[]): readonly string[] {
  const hidden = lines.length - MOST_SHOWN;
  return hidden <= 0 ? lines : [`  … ${hidden} earlier`, ...lines.slice(-MOST_SHOWN)];
}

interface Call {
  readonly exchange: Exchange;
  /** The options of the filter that do not match; it counts if there are none. */
  readonly misfits: readonly (keyof CallFilter)[];
}

/** Returns every call of an operation, in order. Throws an InputError for an unknown key. */
function findCalls(journal: FoundJournal, operation: OperationId, filter: CallFilter): Call[] {
  const hasKey = filter.key === undefined ? () => true : keyTest(filter.key, journal);
  return journal.exchanges.flatMap((exchange) => {
    const reading = readExchange(exchange, journal, petstore);
    return reading?.operation?.id === operation ? [{ exchange, misfits: misfitsOf(reading, filter, hasKey) }] : [];
  });
}

function misfitsOf(reading: Reading, filter: CallFilter, hasKey: (exchange: Exchange) => boolean) {
  const fits: Readonly<Partial<Record<keyof CallFilter, () => boolean>>> = {
    petId: () => reading.pathId === String(filter.petId),
    status: () => reading.status === filter.status,
    key: () => hasKey(reading.exchange),
    body: () => bodyMatches(filter.body, sentBody(reading)),
  };
  const given = Object.keys(filter) as (keyof CallFilter)[];
  return given.filter((option) => fits[option]?.() === false);
}

/** A body that is not JSON is compared as text. */
function sentBody({ exchange }: Reading): unknown {
  const { body } = exchange.request;
  if (body === undefined) return undefined;
  try {
    return asWritten(parseRecordedJson(body));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return body;
  }
}

/** Keys in a journal are pseudonyms; only the journal of a fake can find a key. */
function keyTest(key: string, { list }: FoundJournal): (exchange: Exchange) => boolean {
  if (PSEUDONYM.test(key)) return ({ request }) => 'name' in request.credential && request.credential.name === key;
  if (list === undefined) {
    const problem = 'the keys of this transcript are pseudonyms, and their owners are unknown';
    throw new InputError(ATTEMPTED, problem, 'Use a pseudonym, such as { key: "key#1" }');
  }
  const sent = new Set(list({ key }).map(({ number }) => number));
  return ({ number }) => sent.has(number);
}

/** Writes a filter as in the test, without the key: `{ times: 2, body: {"quantity":12}, key: … }`. */
function filterText(filter: CallFilter): string {
  const redactor = new Redactor();
  if (filter.key !== undefined) redactor.nameOf(filter.key);
  const parts = Object.entries(filter).map(([name, value]) => {
    if (name === 'key') return `key: ${PSEUDONYM.test(String(value)) ? JSON.stringify(value) : '…'}`;
    return `${name}: ${excerpt(redactor.redact(valueText(value)))}`;
  });
  return parts.length === 0 ? '' : `{ ${parts.join(', ')} }`;
}

/** An asymmetric matcher is shown by its name. */
function valueText(value: unknown): string {
  const isOwnText = (part: unknown) => typeof part === 'bigint' || isAsymmetric(part);
  return String(JSON.stringify(value, (_, part) => (isOwnText(part) ? String(part) : part)));
}

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
function requireCallFilter(attempted: string, filter: unknown, operation: OperationId): asserts filter is CallFilter {
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
  const { method, path, pathId } = petstore.operations[operation] ?? {};
  if ('petId' in filter && pathId === undefined) {
    const withId = Object.values(petstore.operations).filter((each) => each.pathId !== undefined);
    const remedy = `Leave petId out, or ask for ${withId.map(({ id }) => id).join(' or ')}`;
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

function isAsymmetric(value: unknown): value is AsymmetricMatcher {
  return isObject(value) && typeof fieldOf(value, 'asymmetricMatch') === 'function';
}

/** Compares deeply, without the `equals` of a test runner: a number equals a bigint here, and an undefined field is not sent. */
export function bodyMatches(expected: unknown, actual: unknown): boolean {
  if (isAsymmetric(expected)) return expected.asymmetricMatch(actual);
  if (!isObject(expected)) return expected === actual || isSameInteger(expected, actual) || isHidden(expected, actual);
  const toJson = fieldOf(expected, 'toJSON');
  if (typeof toJson === 'function') return bodyMatches(toJson.call(expected), actual);
  if (!isObject(actual) || Array.isArray(expected) !== Array.isArray(actual)) return false;
  const fields = Object.entries(expected).filter(([, value]) => value !== undefined);
  return (
    fields.length === Object.keys(actual).length &&
    fields.every(([name, value]) => Object.hasOwn(actual, name) && bodyMatches(value, fieldOf(actual, name)))
  );
}

/** In a text of a journal, a pseudonym stands for a secret. */
function isHidden(expected: unknown, actual: unknown): boolean {
  if (typeof expected !== 'string' || typeof actual !== 'string') return false;
  const shown = actual.split(/\b(?:key|secret)#\d+/);
  const pattern = shown.map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('.+');
  return shown.length > 1 && new RegExp(`^${pattern}$`, 's').test(expected);
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
