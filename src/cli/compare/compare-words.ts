import {
  type Comparison,
  causesText,
  type Difference,
  type PathKind,
  type Side,
} from '../../fidelity/compare/comparison.js';
import { NOT_OBSERVABLE } from '../../fidelity/profile/how-to-observe.js';
import { rules } from '../../judge/rules/rules.js';
import { openQuestions, type QuestionId } from '../../spec/open-questions.js';
import { operationIds, operations } from '../../spec/operations.js';
import { counted, oneLine } from '../../spec/quoting.js';
import { statements } from '../../spec/statements.js';
import { ExitCode } from '../terminal.js';
import type { GatheredSide } from './compare-side.js';

/** Returns whether a side stopped early, now or when its file was written. */
function isCutShort({ profile: { source } }: Side): boolean {
  return source.stopped !== null;
}

/** Returns whether the sides have nothing to compare. */
function isEmpty({ differences, alike }: Comparison): boolean {
  return differences.length === 0 && alike === 0;
}

/**
 * Returns the result of a comparison in one line: `No difference in 28 of 42 questions and 61 rules; not asked: ban-status,
 * ban-threshold and 10 more`.
 */
export function conclusionOf(comparison: Comparison, sides: readonly Side[]): string {
  const notCompared = notComparedFacts(comparison).map(([label, names]) => `${label}: ${names}`);
  return [resultOf(comparison, sides), ...notCompared].join('; ');
}

/** Returns what was found, and in how much: `No difference in 28 of 42 questions and 61 rules`. */
export function resultOf(comparison: Comparison, sides: readonly Side[]): string {
  const { differences, ignored, questions, rules } = comparison;
  const [short, other] = sides.filter(isCutShort);
  const name = other === undefined ? short?.name : 'both sides';
  const end = name === undefined ? '' : `: ${oneLine(name)} stopped early`;
  if (isEmpty(comparison)) return `Nothing could be compared${end}`;
  const scope = `${questions.compared} of ${questions.of} questions and ${counted(rules.compared, 'rule')}`;
  const isMissing = uncomparedQuestions(comparison).missing.length > 0;
  const start = end !== '' ? `Incomplete${end}. ` : isMissing ? 'Incomplete. ' : '';
  return [
    differences.length > 0
      ? `${counted(differences.length, 'difference')}${causesText(differences)}; compared ${scope}`
      : `${start}No difference in ${scope}`,
    ...(ignored.length === 0 ? [] : [`${ignored.length} ignored`]),
  ].join('; ');
}

/** Returns the first questions that were not compared, by why. */
export function notComparedFacts(comparison: Comparison): [label: string, names: string][] {
  if (isEmpty(comparison)) return [];
  const { missing, open, unasked } = uncomparedQuestions(comparison);
  return [...listed('missing', missing), ...listed('undecided', open), ...listed('not asked', unasked)];
}

type NotCompared = Comparison['questions']['notCompared'];

/** Returns the questions that were not compared: the comparison lacks them, no response decides them, or nobody asked. */
export function uncomparedQuestions({ questions: { notCompared } }: Pick<Comparison, 'questions'>) {
  return {
    missing: notCompared.filter(({ isNeeded }) => isNeeded),
    open: notCompared.filter(({ isAsked, isNeeded }) => isAsked && !isNeeded),
    // First what a user can change.
    unasked: notCompared.filter(({ isAsked }) => !isAsked).sort((one, other) => isHopeless(one) - isHopeless(other)),
  };
}

function isHopeless({ why }: NotCompared[number]): number {
  return Number(why.includes(NOT_OBSERVABLE));
}

/** The rest is in the JSON, and behind `--show-uncompared`. */
const MOST_LISTED = 3;

function listed(label: string, questions: NotCompared): [label: string, names: string][] {
  if (questions.length === 0) return [];
  const names = questions.slice(0, MOST_LISTED).map(({ question }) => question);
  const more = questions.length - names.length;
  return [[label, `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`]];
}

/** Returns 1 if there are differences, 3 if nothing or not everything that was asked was compared, else 0. */
export function exitCodeOf(comparison: Comparison, sides: readonly GatheredSide[]): 0 | 1 | 3 {
  const { differences, alike } = comparison;
  if (differences.length > 0) return ExitCode.failed;
  const isCut = sides.some((side) => isCutShort(side) || side.leftBehind !== undefined);
  const isIncomplete = isCut || uncomparedQuestions(comparison).missing.length > 0;
  return isIncomplete || alike === 0 ? ExitCode.incomplete : ExitCode.passed;
}

/** What stands above the differences of a kind. */
export const headings: Readonly<Record<PathKind, string>> = {
  rule: 'Rules that only one side violates',
  question: 'Open questions with different choices',
  limit: 'Limits of the key',
  response: 'Responses',
  latency: 'Latency',
};

/** Returns what a path is about, with the section of the document; empty where the path says it all. */
export function titleOf({ path }: Pick<Difference, 'path'>): string {
  const [kind, ...rest] = path.split('/');
  const [name = ''] = rest;
  switch (kind) {
    case 'rule': {
      const rule = rules.find(({ id }) => id === rest.join('/'));
      return rule === undefined ? '' : `§${statements[rule.statements[0]].section} ${rule.title}`;
    }
    case 'question': {
      if (!Object.hasOwn(openQuestions, name)) return '';
      const { section, question } = openQuestions[name as QuestionId];
      return section === '–' ? question : `§${section} ${question}`;
    }
    case 'limit':
      return `§8.2 ${LIMITS[name] ?? ''}`.trimEnd();
    default: {
      if (name === 'other') return 'Paths and methods without an operation';
      const operation = operationIds.find((each) => each === name);
      if (operation === undefined) return '';
      const { section, method, path: template } = operations[operation];
      return `§${section} ${method} ${template}`;
    }
  }
}

const LIMITS: Readonly<Record<string, string>> = {
  plan: 'The plan of the key',
  perMinute: 'Requests per minute',
  perDay: 'Requests per day',
};
