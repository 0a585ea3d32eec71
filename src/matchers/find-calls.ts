import { JsonError } from '../json/parse-json.js';
import { parseAnswer } from '../judge/parse-answer.js';
import { type Reading, readExchange } from '../judge/reading.js';
import type { OperationId } from '../spec/operations.js';
import type { Exchange } from '../transcript/exchange.js';
import { InputError } from '../validation/input-error.js';
import { asWritten, bodyMatches } from './body-matches.js';
import type { CallFilter } from './call-filter.js';
import type { FoundJournal } from './find-journal.js';

/** A call of the operation that was asked for. */
export interface Call {
  readonly exchange: Exchange;
  /** The options of the filter that it does not fit; none: it counts. */
  readonly misfits: readonly (keyof CallFilter)[];
}

/** Answers every call of an operation, in order. Throws an InputError for a key that nobody can have sent. */
export function findCalls(
  attempted: string,
  journal: FoundJournal,
  operation: OperationId,
  filter: CallFilter,
): readonly Call[] {
  const hasKey = filter.key === undefined ? () => true : keyTest(attempted, filter.key, journal);
  const readings = journal.exchanges.map((exchange) => readExchange(exchange, journal));
  const calls = readings.filter((reading) => reading?.operation === operation) as Reading[];
  return calls.map((reading) => ({ exchange: reading.exchange, misfits: misfitsOf(reading, filter, hasKey) }));
}

function misfitsOf(reading: Reading, filter: CallFilter, hasKey: (exchange: Exchange) => boolean) {
  const fits: Readonly<Partial<Record<keyof CallFilter, () => boolean>>> = {
    petId: () => reading.petId === String(filter.petId),
    status: () => reading.status === filter.status,
    key: () => hasKey(reading.exchange),
    body: () => bodyMatches(filter.body, sentBody(reading)),
  };
  const asked = Object.keys(filter) as (keyof CallFilter)[];
  return asked.filter((option) => fits[option]?.() === false);
}

/** What is no JSON is compared as the text that it is. A body out of which a key was taken is read as it stands in the journal. */
function sentBody({ exchange }: Reading): unknown {
  const { body } = exchange.request;
  if (body === undefined) return undefined;
  try {
    return asWritten(parseAnswer(body));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return body;
  }
}

/** Keys in a journal are pseudonyms; only the journal of a fake can tell which key has which. */
function keyTest(attempted: string, key: string, { list }: FoundJournal): (exchange: Exchange) => boolean {
  if (/^key#[1-9]\d*$/.test(key))
    return ({ request }) => 'name' in request.credential && request.credential.name === key;
  if (list === undefined) {
    const problem = 'the keys of this transcript are pseudonyms, and nobody knows whose';
    throw new InputError(attempted, problem, 'Ask for a pseudonym, such as { key: "key#1" }');
  }
  const sent = new Set(list({ key }).map(({ number }) => number));
  return ({ number }) => sent.has(number);
}
