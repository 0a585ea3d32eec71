import {
  cut,
  type Look,
  layOut,
  prefixFirstLine,
  withLabel,
  wrap,
} from '../../../contract-tests/report/terminal-text.js';
import { responseLines } from '../../../contract-tests/report/violation-text.js';
import {
  type Comparison,
  type DifferenceGroup,
  type ExplainedDifference,
  groupDifferences,
  ignoreMatcher,
  type PathKind,
  pathKinds,
  type Side,
} from '../../fidelity/compare/comparison.js';
import { counted, oneLine, plainLines } from '../../json/quoting.js';
import { dateAndTime } from '../../json/times.js';
import { rules } from '../../judge/rules/index.js';
import { petstore } from '../../service/petstore.js';
import { openQuestions, type QuestionId } from '../../service/questions/open-questions.js';
import type { Service } from '../../service/service.js';
import { type StatementId, statements } from '../../service/statements.js';
import type { Values } from '../options.js';
import { ExitCode, layoutFor, type Terminal } from '../terminal.js';
import type { compareOptions } from './compare-options.js';

export interface ComparedSide extends Side {
  readonly isFresh: boolean;
  readonly leftBehind: string | undefined;
  /** How long its run took; undefined for a file. */
  readonly tookMs?: number | undefined;
}

type Sides = readonly [ComparedSide, ComparedSide];

/** Prints a comparison: as JSON with `--json -`, else for people. */
export function printComparison(
  comparison: Comparison,
  sides: Sides,
  { ignored, json }: Pick<Values<typeof compareOptions>, 'ignored' | 'json'>,
  { stdout, variables }: Pick<Terminal, 'stdout' | 'variables'>,
): void {
  const layout = layoutFor(stdout, variables);
  stdout.write(json === '-' ? jsonOf(comparison) : comparisonText(comparison, sides, ignored, layout));
}

/** Serialises a comparison as `comparisonSchema` describes it. It may be printed to a terminal or a CI log. */
export function jsonOf(comparison: Comparison): string {
  return plainLines(`${JSON.stringify(comparison, null, 2)}\n`).replaceAll('##', '#\\u0023');
}

/** Returns 1 if there are differences, 3 if a side stopped early or lacks what it was asked, or there was nothing to compare, else 0. */
export function exitCodeOf({ differences, alike, questions }: Comparison, sides: readonly ComparedSide[]): 0 | 1 | 3 {
  if (differences.length > 0) return ExitCode.failed;
  const isCut = sides.some((side) => isCutShort(side) || side.leftBehind !== undefined);
  return isCut || questions.missing.length > 0 || alike === 0 ? ExitCode.incomplete : ExitCode.passed;
}

function isCutShort({ profile: { source } }: Side): boolean {
  return source.stopped !== null;
}

const headings: Readonly<Record<PathKind, string>> = {
  rule: 'Rules that only one side violates',
  question: 'Open questions with different choices',
  limit: 'Limits of the key',
  response: 'Responses',
  request: 'Other differences between the responses to one request',
};

/** Formats a comparison for people: what differs, by kind, with both sides, and the result in the last line. */
export function comparisonText(
  comparison: Comparison,
  sides: Sides,
  ignored: readonly string[],
  layout: Look,
  service: Service = petstore,
): string {
  const { bold, dim, green, red, yellow } = layout.colors;
  const paint = { [ExitCode.passed]: green, [ExitCode.failed]: red, [ExitCode.incomplete]: yellow };
  const groups = groupDifferences(comparison.differences);
  const idle = ignored.filter((name) => !comparison.ignored.some(({ path }) => ignoreMatcher([name])(path)));
  return layOut([
    [...sideLines('left', sides[0], layout), ...sideLines('right', sides[1], layout)],
    ...pathKinds.map((kind) => {
      const own = groups.filter(({ path }) => path.startsWith(`${kind}/`));
      const lines = own.flatMap((group) => groupLines(group, service, layout));
      return own.length === 0 ? [] : [bold(headings[kind]), ...lines];
    }),
    idle.flatMap((name) => wrap(`--ignore ${oneLine(name)} matched no difference`, layout.width - 3)).map(dim),
    wrap(conclusionOf(comparison, sides), layout.width - 3).map((line) =>
      bold(paint[exitCodeOf(comparison, sides)](line)),
    ),
  ]);
}

function sideLines(label: string, { isFresh, name, profile }: ComparedSide, { colors, width }: Look): string[] {
  const { bold, dim, yellow } = colors;
  const room = width - 9;
  const { baseUrl, kind, learnedAt, level, exchanges, stopped, copies = 0 } = profile.source;
  const observed = kind === 'run' ? `observed ${dateAndTime(learnedAt, 'minute')} UTC` : 'from a recording';
  const facts = [
    isFresh ? 'observed just now' : observed,
    ...(level === null ? [] : [`level ${level}`]),
    counted(exchanges, 'exchange'),
    ...(baseUrl === name ? [] : [baseUrl]),
  ];
  const notes = [
    ...(copies === 0 ? [] : [`${counted(copies, 'response')} of a cache (Age, X-Cache and similar headers) ignored`]),
    ...(stopped === null ? [] : [`stopped early: ${stopped}`]),
  ];
  const lines = [
    bold(cut(oneLine(name), room)),
    ...wrap(oneLine(facts.join(' · ')), room).map(dim),
    ...notes.flatMap((note) => cells(note, room)).map(yellow),
  ];
  return withLabel(label, lines, 5, dim);
}

/** A difference with what each side has and what shows it, and one line for each other one of its group: the JSON has all. */
function groupLines({ path, first, others }: DifferenceGroup, service: Service, { colors, width }: Look): string[] {
  const { bold, dim, red } = colors;
  const isOneOfMany = /^(?:response|request)\/\*\//.test(path);
  const title = isOneOfMany ? `in ${manyOf(path, others.length + 1)}` : titleOf(first.path, service);
  const room = width - 13;
  const also = isOneOfMany ? [] : others.map((one) => `${one.path}  ${one.left} → ${one.right}`);
  const rows = [
    ...(['left', 'right'] as const).flatMap((side) =>
      withLabel(side, [...cells(first[side], room), ...evidenceLines(first, side, room).map(dim)], 5, dim),
    ),
    ...withLabel('also', also.flatMap((line) => cells(line, room)).map(dim), 5, dim),
  ];
  const heading = wrap(`${bold(oneLine(path))}  ${dim(title)}`.trimEnd(), width - 6);
  return [...prefixFirstLine(red('≠'), heading), ...rows.map((line) => `  ${line}`)].map((line) => `  ${line}`);
}

function manyOf(path: string, count: number): string {
  return path.startsWith('request/') ? `responses to ${count} requests` : `${count} kinds of responses`;
}

function evidenceLines(difference: ExplainedDifference, side: 'left' | 'right', width: number): string[] {
  const { responses = [], violations = [] } = difference;
  const texts = violations
    .filter((one) => one.side === side)
    .flatMap(({ problem, expected, received, pointer, exchange }) => [
      problem,
      `expected ${expected}`,
      `received ${received}`,
      exchange + (pointer ? ` at ${pointer}` : ''),
    ]);
  return [
    ...texts.flatMap((text) => cells(text, width)),
    ...responses.filter((one) => one.side === side).flatMap((one) => responseLines(one, width)),
  ];
}

const MOST_LINES = 4;

function cells(text: string, width: number): string[] {
  return wrap(cut(oneLine(text), width * MOST_LINES), width);
}

/** Returns the result in one line: `No difference in 28 of 42 questions and 61 rules; not compared: ban-status and 13 more`. */
function conclusionOf({ differences, ignored, alike, questions, rules }: Comparison, sides: Sides): string {
  const [short, other] = sides.filter(isCutShort);
  const name = other === undefined ? short?.name : 'both sides';
  const end = name === undefined ? '' : `: ${oneLine(name)} stopped early`;
  if (differences.length === 0 && alike === 0) return `Nothing could be compared${end}`;
  const scope = `${questions.compared} of ${questions.of} questions and ${counted(rules.compared, 'rule')}`;
  const isMissing = questions.missing.length > 0;
  return [
    differences.length > 0
      ? `${counted(differences.length, 'difference')}; compared ${scope}`
      : `${end === '' && !isMissing ? '' : `Incomplete${end}. `}No difference in ${scope}`,
    ...(ignored.length === 0 ? [] : [`${ignored.length} ignored`]),
    ...(isMissing ? [`shown by one side only: ${firstOf(questions.missing)}`] : []),
    ...(questions.notCompared.length === 0 ? [] : [`not compared: ${firstOf(questions.notCompared)}`]),
  ].join('; ');
}

const MOST_LISTED = 3;

function firstOf(names: readonly string[]): string {
  const more = names.length - MOST_LISTED;
  return names.slice(0, MOST_LISTED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function titleOf(path: string, { operations }: Service): string {
  const [kind, name = ''] = path.split('/');
  if (kind === 'limit') return `§8.2 Requests per ${name === 'perDay' ? 'day' : 'minute'}`;
  const rule = rules.find(({ id }) => path === `rule/${id}`);
  if (rule !== undefined) return `§${statements[rule.statements[0] as StatementId].section} ${rule.title}`;
  if (kind === 'question') {
    const { section, question } = openQuestions[name as QuestionId];
    return section === '–' ? question : `§${section} ${question}`;
  }
  if (kind === 'request') return '';
  if (name === 'other') return 'Paths and methods without an operation';
  const operation = operations[name];
  return operation === undefined ? '' : `§${operation.section} ${operation.method} ${operation.path}`;
}
