import { counted } from '../json/counted.js';
import type { OperationId } from '../spec/operations.js';
import type { Exchange } from '../transcript/exchange.js';
import { InputError } from '../validation/input-error.js';
import { type CallFilter, requireCallFilter } from './call-filter.js';
import { excerpt } from './excerpt.js';
import { exchangeLine } from './exchange-line.js';
import { filterText } from './filter-text.js';
import { type Call, findCalls } from './find-calls.js';
import { type FoundJournal, findJournal } from './find-journal.js';
import type { MatcherResult } from './matcher-result.js';
import { requireOperation } from './require-operation.js';

const ATTEMPTED = 'expect(…).toHaveCalled(…)';
const MOST_SHOWN = 20;

/** Looks in a journal for calls of an operation. Throws an InputError for what cannot be asked, and where forgotten calls could decide. */
export function toHaveCalled(received: unknown, operation: OperationId, filter: CallFilter = {}): MatcherResult {
  requireOperation(ATTEMPTED, operation);
  requireCallFilter(ATTEMPTED, filter, operation);
  const journal = findJournal(ATTEMPTED, received);
  const calls = findCalls(ATTEMPTED, journal, operation, filter);
  const count = calls.filter(isCounted).length;
  requireMemory(journal, count, filter.times);
  const pass = filter.times === undefined ? count > 0 : count === filter.times;
  return { pass, message: () => tell(pass, operation, filter, calls, journal).join('\n') };
}

function isCounted({ misfits }: Call): boolean {
  return misfits.length === 0;
}

/** What was forgotten cannot take back a call that was found, but it may add some. */
function requireMemory({ dropped }: FoundJournal, count: number, times: number | undefined): void {
  const isDecided = times === undefined ? count > 0 : count > times;
  if (dropped === 0 || isDecided) return;
  const forgotten = `${counted(dropped, 'older exchange')} ${dropped === 1 ? 'was' : 'were'} forgotten`;
  const problem = `it cannot be told: ${counted(count, 'call')} found, and ${forgotten}`;
  throw new InputError(
    ATTEMPTED,
    problem,
    'Raise `journalLimit`, or call petstore.journal.clear() before the part that counts',
  );
}

function tell(
  pass: boolean,
  operation: OperationId,
  filter: CallFilter,
  calls: readonly Call[],
  { exchanges, baseUrl }: FoundJournal,
): string[] {
  const given = filterText(filter);
  const count = calls.filter(isCounted).length;
  const found =
    count === 0 ? 'There was no such call' : `There ${count === 1 ? 'was' : 'were'} ${counted(count, 'such call')}`;
  return [
    `expect(petstore)${pass ? '.not' : ''}.toHaveCalled('${operation}'${given === '' ? '' : `, ${given}`})`,
    '',
    !pass && filter.times !== undefined && count > 0 ? `${found}, and not ${filter.times}.` : `${found}.`,
    ...(calls.length > 0 ? tellCalls(operation, calls) : tellOthers(operation, exchanges, baseUrl)),
  ];
}

function tellCalls(operation: OperationId, calls: readonly Call[]): string[] {
  return ['', `The calls of ${operation}:`, ...shorten(calls.map(callLine))];
}

function callLine({ exchange, misfits }: Call): string {
  const mark = misfits.length === 0 ? '✓' : '✗';
  const why = misfits.length === 0 ? '' : `  (other ${misfits.join(', ')})`;
  return `  ${mark} ${lineWithBody(exchange)}${why}`;
}

function tellOthers(operation: OperationId, exchanges: readonly Exchange[], baseUrl: string): string[] {
  if (exchanges.length === 0) {
    return ['', `Nothing was called at all: await what sends the request, and let it send to ${baseUrl}.`];
  }
  return ['', `${operation} was not called. What was:`, ...shorten(exchanges.map((one) => `  ${lineWithBody(one)}`))];
}

function lineWithBody(exchange: Exchange): string {
  const { body } = exchange.request;
  return body === undefined ? exchangeLine(exchange) : `${exchangeLine(exchange)}  ${excerpt(body)}`;
}

/** The latest are of most interest. */
function shorten(lines: readonly string[]): readonly string[] {
  const hidden = lines.length - MOST_SHOWN;
  return hidden <= 0 ? lines : [`  … ${hidden} before`, ...lines.slice(-MOST_SHOWN)];
}
