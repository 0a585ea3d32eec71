import { checkedFields, InputError } from '../json/input-error.js';
import { counted } from '../json/quoting.js';
import type { Verdict } from '../judge/judge.js';
import { manners, mannersRules } from '../judge/manners/manners.js';
import { checkExceptions, type FoundJournal, findJournal, type MatcherResult, requireMemory } from './matcher-input.js';
import { findingLines } from './report-lines.js';

/** Options of `toBeWellMannered()`. */
export interface MannersOptions {
  /** Ids of rules to skip: known violations. */
  readonly except?: readonly string[];
}

const ATTEMPTED = 'expect(…).toBeWellMannered(…)';
const EXAMPLE = "{ except: ['manners/leaves-deprecated-operations'] }";

/** Judges the manners of the client in a journal. Throws an InputError for invalid options, and if there is too little to judge. */
export function toBeWellMannered(received: unknown, options: MannersOptions = {}): MatcherResult {
  const { except = [] } = checkedFields(ATTEMPTED, 'the options', options, ['except'], EXAMPLE);
  const excepted = checkExceptions(ATTEMPTED, except, mannersRules);
  const journal = findJournal(ATTEMPTED, received);
  // A client that sent nothing has neither good nor bad manners: a test that accepts that tests nothing.
  if (journal.exchanges.length === 0) {
    const remedy = 'Let the client send a request first, to this base URL and with `await`';
    throw new InputError(ATTEMPTED, 'no request was sent, so there is nothing to judge', remedy);
  }
  const verdicts = manners(journal, journal).filter(({ rule }) => !excepted.includes(rule.id));
  const pass = verdicts.every(({ outcome }) => outcome !== 'violation');
  if (pass) requireMemory(ATTEMPTED, journal, 'the remaining requests are well-mannered');
  return { pass, message: () => formatManners(verdicts, journal) };
}

function formatManners(verdicts: readonly Verdict[], journal: FoundJournal): string {
  const violated = verdicts.filter(({ outcome }) => outcome === 'violation');
  const sent = counted(journal.exchanges.length, 'request');
  if (violated.length === 0) {
    const passed = verdicts.filter(({ outcome }) => outcome === 'pass');
    return [
      'expect(petstore).not.toBeWellMannered()',
      '',
      `The client was well-mannered in ${sent}.`,
      ...passed.map(({ rule }) => `  ✓ ${rule.id}  ${rule.title}`),
    ].join('\n');
  }
  return [
    'expect(petstore).toBeWellMannered()',
    '',
    `The client violated ${counted(violated.length, 'rule')} of manners in ${sent}:`,
    ...findingLines(violated, journal.exchanges),
    '',
    `To skip a known violation: toBeWellMannered({ except: ['${violated[0]?.rule.id}'] })`,
  ].join('\n');
}
