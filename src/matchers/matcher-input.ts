import type { Journal } from '../../mocks/journal/journal.js';
import type { Transcript } from '../exchange/transcript.js';
import { assertNotPromise, InputError, nameHint } from '../json/input-error.js';
import { counted, quote, quoteValue } from '../json/quoting.js';
import { type OperationId, petstore } from '../service/petstore.js';

/** A transcript with the addresses of the service. */
export interface FoundJournal extends Transcript {
  readonly baseUrl: string;
  readonly messagesUrl: string | undefined;
  readonly dropped: number;
  /** Finds exchanges by key, which only the journal of a fake can; undefined for any other transcript. */
  readonly list: Journal['list'] | undefined;
}

const TAKES = 'Pass the petstore, its journal, or a transcript: { exchanges, baseUrl }';

/** Returns the journal of a petstore, or the journal or transcript itself. Throws an InputError for anything else. */
export function findJournal(attempted: string, received: unknown): FoundJournal {
  if (!isObject(received)) throw new InputError(attempted, `it received ${kindInWords(received)}`, TAKES);
  assertNotPromise(attempted, 'what was given', received, 'Write expect(await …).');
  const inside = fieldOf(received, 'journal');
  const journal = (isObject(inside) ? inside : received) as Partial<Journal>;
  const { exchanges, run, dropped = 0 } = journal;
  if (!Array.isArray(exchanges)) {
    throw new InputError(attempted, 'it received neither a petstore nor a journal', TAKES);
  }
  const { baseUrl, messagesUrl } = journal.baseUrl === undefined ? (run ?? {}) : journal;
  if (typeof baseUrl !== 'string') {
    const remedy = `Add it: { exchanges, baseUrl: 'https://api.example.test/v1' }`;
    throw new InputError(attempted, 'the transcript has no base URL', remedy);
  }
  const list = typeof journal.list === 'function' ? journal.list.bind(journal) : undefined;
  return { exchanges, run, baseUrl, messagesUrl, dropped, list };
}

/** Throws an InputError if exchanges were dropped that could change the result. */
export function requireMemory(attempted: string, { dropped }: FoundJournal, result: string): void {
  if (dropped === 0) return;
  const dropText = `${counted(dropped, 'older exchange')} ${dropped === 1 ? 'was' : 'were'} dropped`;
  const remedy = 'Raise `journalLimit`, or call petstore.journal.clear() before the part to check';
  throw new InputError(attempted, `the result is uncertain: ${result}, but ${dropText}`, remedy);
}

/** Returns the ids of rules that are known to be violated. Throws an InputError unless it is a list of existing rules. */
export function checkExceptions(
  attempted: string,
  except: unknown,
  rules: readonly { readonly id: string }[],
): readonly string[] {
  const ids = rules.map(({ id }) => id);
  if (!Array.isArray(except)) {
    throw new InputError(attempted, `except is ${kindInWords(except)}`, `Try { except: ['${ids[0]}'] }.`);
  }
  const unknown = except.find((id) => !ids.includes(id));
  if (unknown === undefined) return except;
  throw new InputError(attempted, `there is no rule ${quoteValue(unknown)}`, nameHint(unknown, ids, 'Rules'));
}

/** Throws an InputError for an unknown operation. */
export function requireOperation(attempted: string, operation: unknown): asserts operation is OperationId {
  const ids = Object.keys(petstore.operations);
  if (ids.some((id) => id === operation)) return;
  const isText = typeof operation === 'string';
  const problem = isText ? `there is no operation ${quote(operation)}` : `the operation is ${kindInWords(operation)}`;
  throw new InputError(attempted, problem, nameHint(operation, ids, 'Operations'));
}

/** Returns whether a value may have fields. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Returns a field of any object, inherited ones included. */
export function fieldOf(value: object, name: string): unknown {
  return (value as Readonly<Record<string, unknown>>)[name];
}

/** Describes the type of a value, never its content. */
export function kindInWords(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** The result of a matcher, as vitest, jest and Playwright read it. `message` is called only if the assertion fails. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}
