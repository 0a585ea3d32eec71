import { wrap } from '../../../contract-tests/report/terminal-text.js';
import { levels } from '../../exchange/transcript.js';
import type { Comparison, Difference, DifferenceKind, Side } from '../../fidelity/compare/comparison.js';
import { rules } from '../../judge/rules/rules.js';
import { openQuestions, type QuestionId } from '../../spec/open-questions.js';
import { operationIds, operations } from '../../spec/operations.js';
import { counted, oneLine } from '../../spec/quoting.js';
import { statements } from '../../spec/statements.js';
import type { Layout } from '../terminal.js';
import type { GatheredSide } from './compare-side.js';

/** Says how a comparison ended: `3 differences, 41 alike, 12 could not be compared`. */
export function conclusionLines(
  comparison: Comparison,
  sides: readonly Side[],
  { colors: { bold, green, red, yellow }, columns }: Layout,
): string[] {
  const { differences } = comparison;
  const isWhole = countOfAlike(comparison) > 0 && !sides.some(isCutShort);
  const paint = differences.length > 0 ? red : isWhole ? green : yellow;
  return wrap(conclusionOf(comparison, sides), columns - 3).map((line) => bold(paint(line)));
}

/** Whether a side was not asked to the end, be it now or when its file was written. */
function isCutShort({ profile: { source } }: Side): boolean {
  return source.stopped !== null;
}

function conclusionOf(comparison: Comparison, sides: readonly Side[]): string {
  const { differences, ignored, uncompared } = comparison;
  const alike = countOfAlike(comparison);
  const [short, other] = sides.filter(isCutShort);
  const name = other === undefined ? short?.name : 'both sides';
  // That nothing differed until then says little.
  const end = name === undefined ? '' : `, for ${oneLine(name)} stopped early`;
  if (differences.length === 0 && alike === 0) return `nothing could be compared${end}`;
  return [
    differences.length > 0
      ? counted(differences.length, 'difference')
      : end === ''
        ? 'no difference'
        : `not compared to the end${end}: no difference in what was seen`,
    `${alike} alike`,
    `${uncompared.length} could not be compared`,
    ...(ignored.length === 0 ? [] : [`${ignored.length} ignored`]),
  ].join(', ');
}

/** Returns how many things were compared and are alike. */
function countOfAlike({ alike }: Pick<Comparison, 'alike'>): number {
  return Object.values(alike).reduce((sum, count) => sum + count, 0);
}

/** Answers 1 for a difference; 3 where nothing was compared, or a side was not asked to the end, be it one from a file; else 0. */
export function exitCodeOf(comparison: Comparison, sides: readonly GatheredSide[]): 0 | 1 | 3 {
  if (comparison.differences.length > 0) return 1;
  const isIncomplete = sides.some((side) => isCutShort(side) || side.leftBehind !== undefined);
  return isIncomplete || countOfAlike(comparison) === 0 ? 3 : 0;
}

/** Says what a higher level would show; undefined where it would show nothing. */
export function hintOf({ uncompared }: Comparison, sides: readonly GatheredSide[]): string | undefined {
  if (sides.some(({ isFresh, profile: { source } }) => isFresh && source.stopped !== null)) return undefined;
  const known = sides.flatMap(({ name, isFresh, profile: { source } }) =>
    source.level === null ? [] : [{ name, isFresh, depth: levels.indexOf(source.level) }],
  );
  const least = Math.min(...known.map(({ depth }) => depth));
  const next = levels[least + 1];
  const more = uncompared.filter(({ kind, id }) => next !== undefined && levelOf(kind, id) === next);
  if (known.length === 0 || more.length === 0) return undefined;
  const gain = `up to ${more.length} more rules and questions could be compared`;
  // What a file was not asked cannot be compared whatever the other side is asked.
  const stuck = known.find(({ isFresh, depth }) => !isFresh && depth === least);
  if (stuck === undefined) return `with --level ${next} ${gain}`;
  const isBehind = known.some(({ depth }) => depth > least);
  return isBehind ? `if ${oneLine(stuck.name)} were made at level ${next}, ${gain}` : undefined;
}

function levelOf(kind: DifferenceKind, id: string): string | undefined {
  if (kind === 'rule') return rules.find((rule) => rule.id === id)?.class;
  return kind === 'question' && Object.hasOwn(openQuestions, id)
    ? openQuestions[id as QuestionId].observable
    : undefined;
}

/** What stands above the differences of a kind. */
export const headings: Readonly<Record<DifferenceKind, string>> = {
  rule: 'Rules that one side breaks',
  question: 'Open questions answered differently',
  limit: 'Limits of the key',
  field: 'Fields',
  header: 'Headers',
  response: 'Bodies',
  latency: 'Latency',
};

/** Says what an id is about, with the section of the document where there is one; empty where the id says it all. */
export function titleOf({ kind, id }: Pick<Difference, 'kind' | 'id'>): string {
  switch (kind) {
    case 'rule': {
      const rule = rules.find((each) => each.id === id);
      return rule === undefined ? '' : `§${statements[rule.statements[0]].section} ${rule.title}`;
    }
    case 'question': {
      if (!Object.hasOwn(openQuestions, id)) return '';
      const { section, question } = openQuestions[id as QuestionId];
      return section === '–' ? question : `§${section} ${question}`;
    }
    case 'limit':
      return `§8.2 ${LIMITS[id] ?? ''}`.trimEnd();
    default:
      return placeInWords(id);
  }
}

const LIMITS: Readonly<Record<string, string>> = {
  plan: 'The plan that has the limits which were told',
  perMinute: 'Requests per minute',
  perDay: 'Requests per day',
};

function placeInWords(id: string): string {
  const [name = '', second = ''] = id.split(' ');
  if (name === 'responses') return 'of every answer that could be compared';
  if (name === 'errors') return 'of every error that could be compared';
  if (name === 'successes') return 'of every success that could be compared';
  if (name === 'other') return 'on paths and methods that no operation has';
  if (/^\d{3}$/.test(name)) return `of every answer of status ${name} that could be compared`;
  const operation = operationIds.find((each) => each === name);
  if (operation === undefined) return '';
  const { section, method, path } = operations[operation];
  const isAlone = second === '' || /^\d{3}$/.test(second);
  return `§${section} ${method} ${path}${isAlone ? '' : ', every answer that could be compared'}`;
}
