import type { Journal } from '../../mocks/journal/journal.js';
import type { RunFacts, Transcript } from '../transcript/transcript.js';
import { InputError } from '../validation/input-error.js';
import { refusePromise } from '../validation/refuse-promise.js';
import { fieldOf, isObject, kindInWords } from './loose-object.js';

/** A transcript, and where the service lives that was asked. */
export interface FoundJournal extends Transcript {
  readonly baseUrl: string;
  readonly messagesUrl: string | undefined;
  /** How many older exchanges were forgotten. */
  readonly dropped: number;
  /** Finds exchanges by a key that only the journal of a fake can tell; undefined for any other transcript. */
  readonly list: Journal['list'] | undefined;
}

const TAKES = 'Pass the petstore, its journal, or a transcript: { exchanges, baseUrl }';

/** Answers the journal of a petstore, or what is one itself. Throws an InputError for anything else. */
export function findJournal(attempted: string, received: unknown): FoundJournal {
  if (!isObject(received)) throw new InputError(attempted, `it was given ${kindInWords(received)}`, TAKES);
  refusePromise(attempted, 'what was given', received, 'Write expect(await …).');
  const inside = fieldOf(received, 'journal');
  const journal = (isObject(inside) ? inside : received) as Partial<Journal>;
  const { exchanges, run, dropped = 0 } = journal;
  if (!Array.isArray(exchanges)) {
    throw new InputError(attempted, 'what was given is no petstore and no journal', TAKES);
  }
  const { baseUrl, messagesUrl } = placeOf(journal, run);
  if (typeof baseUrl !== 'string') {
    const remedy = `Add it: { exchanges, baseUrl: 'https://api.example.test/v1' }`;
    throw new InputError(attempted, 'the transcript does not say where the service lives', remedy);
  }
  const list = typeof journal.list === 'function' ? journal.list.bind(journal) : undefined;
  return { exchanges, run, baseUrl, messagesUrl, dropped, list };
}

function placeOf(journal: Partial<Journal>, run: RunFacts | undefined) {
  return journal.baseUrl === undefined ? { ...run } : journal;
}
