import { wrap } from '../../../contract-tests/report/terminal-text.js';
import { levels } from '../../exchange/transcript.js';
import type { Comparison, Difference, PathKind, Side } from '../../fidelity/compare/comparison.js';
import { rules } from '../../judge/rules/rules.js';
import { openQuestions, type QuestionId } from '../../spec/open-questions.js';
import { operationIds, operations } from '../../spec/operations.js';
import { counted, oneLine } from '../../spec/quoting.js';
import { statements } from '../../spec/statements.js';
import type { Layout } from '../terminal.js';
import type { GatheredSide } from './compare-side.js';

/** Returns the result of a comparison: `3 differences, 41 equal, 12 not compared`. */
export function conclusionLines(
  comparison: Comparison,
  sides: readonly Side[],
  { colors: { bold, green, red, yellow }, columns }: Layout,
): string[] {
  const { differences } = comparison;
  const isWhole = comparison.alike > 0 && !sides.some(isCutShort);
  const paint = differences.length > 0 ? red : isWhole ? green : yellow;
  return wrap(conclusionOf(comparison, sides), columns - 3).map((line) => bold(paint(line)));
}

/** Returns whether a side stopped early, now or when its file was written. */
function isCutShort({ profile: { source } }: Side): boolean {
  return source.stopped !== null;
}

function conclusionOf(comparison: Comparison, sides: readonly Side[]): string {
  const { differences, ignored, uncompared, alike } = comparison;
  const [short, other] = sides.filter(isCutShort);
  const name = other === undefined ? short?.name : 'both sides';
  // That nothing differed until then says little.
  const end = name === undefined ? '' : `: ${oneLine(name)} stopped early`;
  if (differences.length === 0 && alike === 0) return `Nothing could be compared${end}`;
  return [
    differences.length > 0
      ? counted(differences.length, 'difference')
      : end === ''
        ? 'No differences'
        : `Incomplete${end}. No differences so far`,
    `${alike} equal`,
    `${uncompared.length} not compared`,
    ...(ignored.length === 0 ? [] : [`${ignored.length} ignored`]),
  ].join(', ');
}

/** Returns 1 if there are differences, 3 if nothing was compared or a side stopped early, else 0. */
export function exitCodeOf(comparison: Comparison, sides: readonly GatheredSide[]): 0 | 1 | 3 {
  if (comparison.differences.length > 0) return 1;
  const isIncomplete = sides.some((side) => isCutShort(side) || side.leftBehind !== undefined);
  return isIncomplete || comparison.alike === 0 ? 3 : 0;
}

/** Returns what a higher level would show; undefined if nothing. */
export function hintOf({ uncompared }: Comparison, sides: readonly GatheredSide[]): string | undefined {
  if (sides.some(({ isFresh, profile: { source } }) => isFresh && source.stopped !== null)) return undefined;
  const known = sides.flatMap(({ name, isFresh, profile: { source } }) =>
    source.level === null ? [] : [{ name, isFresh, depth: levels.indexOf(source.level) }],
  );
  const least = Math.min(...known.map(({ depth }) => depth));
  const next = levels[least + 1];
  const more = uncompared.filter(({ path }) => next !== undefined && levelOf(path) === next);
  if (known.length === 0 || more.length === 0) return undefined;
  const gain = `up to ${more.length} more rules and questions could be compared`;
  // What a file does not show cannot be compared, whatever the other side is asked.
  const stuck = known.find(({ isFresh, depth }) => !isFresh && depth === least);
  if (stuck === undefined) return `with --level ${next} ${gain}`;
  const isBehind = known.some(({ depth }) => depth > least);
  return isBehind ? `if ${oneLine(stuck.name)} were made at level ${next}, ${gain}` : undefined;
}

/** Returns the level that shows a rule or a question. */
function levelOf(path: string): string | undefined {
  const [kind, ...rest] = path.split('/');
  if (kind === 'rule') return rules.find(({ id }) => id === rest.join('/'))?.class;
  return kind === 'question' && isQuestion(rest[0]) && rest.length === 1
    ? openQuestions[rest[0]].observable
    : undefined;
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
      if (!isQuestion(name)) return '';
      const { section, question } = openQuestions[name];
      return section === '–' ? question : `§${section} ${question}`;
    }
    case 'limit':
      return `§8.2 ${LIMITS[name] ?? ''}`.trimEnd();
    default:
      return operationInWords(name);
  }
}

const LIMITS: Readonly<Record<string, string>> = {
  plan: 'The plan of the key',
  perMinute: 'Requests per minute',
  perDay: 'Requests per day',
};

function isQuestion(name = ''): name is QuestionId {
  return Object.hasOwn(openQuestions, name);
}

function operationInWords(name: string): string {
  if (name === 'other') return 'Paths and methods without an operation';
  const operation = operationIds.find((each) => each === name);
  if (operation === undefined) return '';
  const { section, method, path } = operations[operation];
  return `§${section} ${method} ${path}`;
}
