import type { Exchange } from '../exchange/exchange.js';
import { originalOf } from '../exchange/record-exchange.js';
import { parseRecordedJson } from '../exchange/recorded-json.js';
import { Redactor } from '../exchange/redactor.js';
import { type Reading, readExchange } from '../judge/evidence.js';
import { JsonError } from '../spec/json.js';
import type { OperationId } from '../spec/operations.js';
import { counted } from '../spec/quoting.js';
import { InputError } from '../spec/validation/input-error.js';
import { asWritten, bodyMatches, type CallFilter, isAsymmetric, requireCallFilter } from './call-filter.js';
import {
  type FoundJournal,
  findJournal,
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
    // A key may look like a part of a body; only the recorded exchange is shown.
    const reading = readExchange(originalOf(exchange)?.exchange ?? exchange, journal);
    return reading?.operation === operation ? [{ exchange, misfits: misfitsOf(reading, filter, hasKey) }] : [];
  });
}

function misfitsOf(reading: Reading, filter: CallFilter, hasKey: (exchange: Exchange) => boolean) {
  const fits: Readonly<Partial<Record<keyof CallFilter, () => boolean>>> = {
    petId: () => reading.petId === String(filter.petId),
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
