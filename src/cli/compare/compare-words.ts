import { levels } from '../../exchange/transcript.js';
import type { Comparison, Difference, PathKind, Side } from '../../fidelity/compare/comparison.js';
import { rules } from '../../judge/rules/rules.js';
import { openQuestions, type QuestionId } from '../../spec/open-questions.js';
import { operationIds, operations } from '../../spec/operations.js';
import { counted, oneLine } from '../../spec/quoting.js';
import { statements } from '../../spec/statements.js';
import { ExitCode } from '../terminal.js';
import type { GatheredSide } from './compare-side.js';

/** Returns whether a side stopped early, now or when its file was written. */
export function isCutShort({ profile: { source } }: Side): boolean {
  return source.stopped !== null;
}

/** Returns the result of a comparison: `3 differences, 41 equal, 12 not compared`. */
export function conclusionOf(comparison: Comparison, sides: readonly Side[]): string {
  const { differences, ignored, uncompared, alike } = comparison;
  const [short, other] = sides.filter(isCutShort);
  const name = other === undefined ? short?.name : 'both sides';
  const end = name === undefined ? '' : `: ${oneLine(name)} stopped early`;
  if (differences.length === 0 && alike === 0) return `Nothing could be compared${end}`;
  const noDifferences = end === '' ? 'No differences' : `Incomplete${end}. No differences so far`;
  return [
    differences.length > 0 ? counted(differences.length, 'difference') + causesText(differences) : noDifferences,
    `${alike} equal`,
    `${uncompared.length} not compared`,
    ...(ignored.length === 0 ? [] : [`${ignored.length} ignored`]),
  ].join(', ');
}

function causesText(differences: Comparison['differences']): string {
  const causes = differences.filter(({ cause }) => cause === undefined).length;
  return causes === differences.length ? '' : ` (${counted(causes, 'cause')})`;
}

/** Returns 1 if there are differences, 3 if nothing was compared or a side stopped early, else 0. */
export function exitCodeOf({ differences, alike }: Comparison, sides: readonly GatheredSide[]): number {
  if (differences.length > 0) return ExitCode.failed;
  const isIncomplete = sides.some((side) => isCutShort(side) || side.leftBehind !== undefined);
  return isIncomplete || alike === 0 ? ExitCode.incomplete : ExitCode.passed;
}

/** Returns which level compares more; undefined if none does. */
export function hintOf({ uncompared }: Comparison, sides: readonly GatheredSide[]): string | undefined {
  const fresh = sides.filter((side) => side.isFresh && !isCutShort(side));
  const depths = fresh.map(({ profile: { source } }) => levels.indexOf(source.level ?? 'exhaust'));
  const next = levels[Math.min(...depths) + 1];
  return next === undefined || uncompared.length === 0
    ? undefined
    : `--level ${next} compares more rules and questions`;
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
