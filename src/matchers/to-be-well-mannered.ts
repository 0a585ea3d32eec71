import { counted } from '../json/counted.js';
import { quote } from '../json/quote.js';
import { manners, mannersRules } from '../judge/manners/manners.js';
import { readExchange } from '../judge/reading.js';
import { InputError } from '../validation/input-error.js';
import { nameHint } from '../validation/name-hint.js';
import { type FoundJournal, findJournal } from './find-journal.js';
import { isObject, kindInWords } from './loose-object.js';
import type { MatcherResult } from './matcher-result.js';
import { tellManners } from './tell-manners.js';

export interface MannersOptions {
  /** Ids of rules that are left out: sins that are known. */
  readonly except?: readonly string[];
}

const ATTEMPTED = 'expect(…).toBeWellMannered(…)';

/** Judges the client half of a journal. Throws an InputError for options that cannot be, and where there is too little to judge by. */
export function toBeWellMannered(received: unknown, options: MannersOptions = {}): MatcherResult {
  const except = exceptionsOf(options);
  const journal = findJournal(ATTEMPTED, received);
  requireTraffic(journal);
  const verdicts = manners(journal, journal).filter(({ rule }) => !except.includes(rule.id));
  const pass = verdicts.every(({ outcome }) => outcome !== 'violation');
  if (pass) requireMemory(journal);
  return { pass, message: () => tellManners(verdicts, journal) };
}

/** A client that sent nothing has shown no manners, neither good nor bad: a test that is content with that tests nothing. */
function requireTraffic(journal: FoundJournal): void {
  if (journal.exchanges.some((exchange) => readExchange(exchange, journal) !== undefined)) return;
  const { exchanges, baseUrl } = journal;
  const problem =
    exchanges.length === 0
      ? 'nothing was sent, so there is nothing to judge'
      : `none of the ${counted(exchanges.length, 'exchange')} is with ${quote(baseUrl)}`;
  throw new InputError(ATTEMPTED, problem, 'Let the client send a request first, to this base URL and with `await`');
}

/** Good manners in what is remembered say nothing of what was forgotten. */
function requireMemory({ dropped }: FoundJournal): void {
  if (dropped === 0) return;
  const forgotten = `${counted(dropped, 'older exchange')} ${dropped === 1 ? 'was' : 'were'} forgotten`;
  const remedy = 'Raise `journalLimit`, or call petstore.journal.clear() before the part that counts';
  throw new InputError(ATTEMPTED, `it cannot be told: ${forgotten}, and the rest is well-mannered`, remedy);
}

function exceptionsOf(options: unknown): readonly string[] {
  const ids = mannersRules.map(({ id }) => id);
  const example = `Give an object such as { except: ['${ids[0]}'] }`;
  if (!isObject(options)) throw new InputError(ATTEMPTED, `the options are ${kindInWords(options)}`, example);
  const unknown = Object.keys(options).find((name) => name !== 'except');
  if (unknown !== undefined) throw new InputError(ATTEMPTED, `there is no option ${quote(unknown)}`, example);
  const { except = [] } = options as { except?: unknown };
  if (!Array.isArray(except)) throw new InputError(ATTEMPTED, `except is ${kindInWords(except)}`, example);
  for (const id of except) {
    if (ids.includes(id)) continue;
    const problem = typeof id === 'string' ? `there is no rule ${quote(id)}` : `a rule’s id is ${kindInWords(id)}`;
    throw new InputError(ATTEMPTED, problem, nameHint(id, ids, 'Rules'));
  }
  return except;
}
