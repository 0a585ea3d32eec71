import type { Verdict } from '../judge/judge.js';
import { manners, mannersRules } from '../judge/manners/manners.js';
import type { Finding } from '../judge/rule.js';
import { counted, quote } from '../spec/quoting.js';
import { isoMoment } from '../spec/times.js';
import { checkedFields, InputError } from '../spec/validation/input-error.js';
import { nameHint } from '../spec/validation/name-hint.js';
import { type FoundJournal, findJournal, kindInWords, type MatcherResult, requireMemory } from './matcher-input.js';
import { excerpt, exchangeLine, statementLine } from './report-lines.js';

/** Options of `toBeWellMannered()`. */
export interface MannersOptions {
  /** Ids of rules to skip: known violations. */
  readonly except?: readonly string[];
}

const ATTEMPTED = 'expect(…).toBeWellMannered(…)';

/** Judges the manners of the client in a journal. Throws an InputError for invalid options, and if there is too little to judge. */
export function toBeWellMannered(received: unknown, options: MannersOptions = {}): MatcherResult {
  const except = exceptionsOf(options);
  const journal = findJournal(ATTEMPTED, received);
  // A client that sent nothing has neither good nor bad manners: a test that accepts that tests nothing.
  if (journal.exchanges.length === 0) {
    const remedy = 'Let the client send a request first, to this base URL and with `await`';
    throw new InputError(ATTEMPTED, 'no request was sent, so there is nothing to judge', remedy);
  }
  const verdicts = manners(journal, journal).filter(({ rule }) => !except.includes(rule.id));
  const pass = verdicts.every(({ outcome }) => outcome !== 'violation');
  if (pass) requireMemory(ATTEMPTED, journal, 'the remaining requests are well-mannered');
  return { pass, message: () => formatManners(verdicts, journal) };
}

function exceptionsOf(options: unknown): readonly string[] {
  const ids = mannersRules.map(({ id }) => id);
  const example = `{ except: ['${ids[0]}'] }`;
  const { except = [] } = checkedFields(ATTEMPTED, 'the options', options, ['except'], example);
  if (!Array.isArray(except)) throw new InputError(ATTEMPTED, `except is ${kindInWords(except)}`, `Try ${example}`);
  for (const id of except) {
    if (ids.includes(id)) continue;
    const problem = typeof id === 'string' ? `there is no rule ${quote(id)}` : `a rule’s id is ${kindInWords(id)}`;
    throw new InputError(ATTEMPTED, problem, nameHint(id, ids, 'Rules'));
  }
  return except;
}

const MOST_SHOWN = 3;
const MOST_EXCHANGES = 5;

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
    ...violated.flatMap((verdict) => ['', ...formatRule(verdict, journal)]),
    '',
    `To skip a known violation: toBeWellMannered({ except: ['${violated[0]?.rule.id}'] })`,
  ].join('\n');
}

function formatRule({ rule, findings }: Verdict, journal: FoundJournal): string[] {
  const more = findings.length - MOST_SHOWN;
  const advice = mannersAdvice[rule.id];
  const shown = findings.slice(0, MOST_SHOWN);
  return [
    `✗ ${rule.id}  ${rule.title}`,
    ...[...new Set(shown.map(({ statement }) => statement ?? rule.statements[0]))].map(
      (id) => `  ${statementLine(id)}`,
    ),
    ...shown.flatMap((finding) => formatFinding(finding, journal)),
    ...(more > 0 ? [`  … and ${more} more`] : []),
    ...(advice === undefined ? [] : [`  → ${advice}`]),
  ];
}

function formatFinding(
  { problem, expected, received, exchange, related }: Finding,
  { exchanges }: FoundJournal,
): string[] {
  const involved = exchanges.filter(({ number }) => number === exchange || related.includes(number));
  return [
    `  - ${problem}`,
    `    expected  ${expected}`,
    `    received  ${excerpt(received)}`,
    ...involved.slice(-MOST_EXCHANGES).map((one) => `    ${isoMoment(one.startedMs)}  ${exchangeLine(one)}`),
  ];
}

/** How a client can comply with a rule of manners, by the rule's id: one sentence. */
export const mannersAdvice: Readonly<Record<string, string>> = {
  'manners/waits-for-retry-after':
    'Send nothing with this key until Retry-After has passed, whichever part of the app sends it.',
  'manners/silent-while-banned': 'Send nothing with this key until Retry-After has passed: the ban applies to the key.',
  'manners/backs-off-exponentially':
    'Wait as long as Retry-After says; without one, double the wait before each retry.',
  'manners/leaves-deprecated-operations':
    'Call another operation: GET /inventory returns the stock and the status of every pet.',
  'manners/stops-at-sunset': 'Call another operation: GET /inventory returns the stock and the status of every pet.',
  'manners/keeps-key-out-of-url': 'Send the key as Authorization: Bearer <API_KEY>, and nowhere else.',
  'manners/sends-key-as-bearer': 'Send Authorization: Bearer <API_KEY>.',
  'manners/names-content-type': 'Send Content-Type: application/json with every body.',
};
