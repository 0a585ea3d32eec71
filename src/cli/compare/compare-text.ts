import { layOut } from '../../../contract-tests/report/lay-out.js';
import { minuteText } from '../../../contract-tests/report/minute-text.js';
import { wrap } from '../../../contract-tests/report/wrap.js';
import {
  type Comparison,
  type Difference,
  type DifferenceKind,
  differenceKinds,
  type Uncompared,
} from '../../compare/comparison.js';
import { ignoring } from '../../compare/ignoring.js';
import { counted } from '../../json/counted.js';
import { oneLine } from '../../json/one-line.js';
import type { Colors } from '../terminal.js';
import { cells, columns, short } from './compare-columns.js';
import { conclusionLine } from './compare-conclusion.js';
import type { GatheredSide } from './compare-gather.js';
import { hintOf } from './compare-hint.js';
import { headings, titleOf } from './compare-titles.js';

const WIDTH = 80;

export interface TextOptions {
  readonly colors: Colors;
  readonly showsUncompared: boolean;
  /** What was not to be told. */
  readonly ignored: readonly string[];
}

/** Writes a comparison for people: what differs, by kind, both sides in columns, and how it ended in the last line. */
export function comparisonText(
  comparison: Comparison,
  sides: readonly [GatheredSide, GatheredSide],
  { colors, showsUncompared, ignored }: TextOptions,
): string {
  const blocks = [
    sideLines(sides, colors),
    ...differenceKinds.map((kind) => kindLines(kind, comparison, colors)),
    ...(showsUncompared ? [uncomparedLines(comparison, colors)] : []),
    noteLines(comparison, sides, { colors, showsUncompared, ignored }),
    [conclusionLine(comparison, colors)],
  ];
  return layOut(blocks);
}

function sideLines(sides: readonly GatheredSide[], { bold, dim, yellow }: Colors): string[] {
  return sides.flatMap((side, index) => {
    const label = index === 0 ? 'left ' : 'right';
    const facts = wrap(oneLine(factsOf(side)), WIDTH - 9);
    const { stopped, copies = 0 } = side.profile.source;
    const end = [
      ...(copies === 0 ? [] : cells(copiesInWords(copies), WIDTH - 9)),
      ...(stopped === null ? [] : cells(`stopped early: ${stopped}`, WIDTH - 9)),
    ];
    return [
      `${dim(label)}  ${bold(short(side.name, WIDTH - 9))}`,
      ...facts.map((line) => `       ${dim(line)}`),
      ...end.map((line) => `       ${yellow(line)}`),
    ];
  });
}

function copiesInWords(copies: number): string {
  const [are, say] = copies === 1 ? ['is marked as a copy', 'it says'] : ['are marked as copies', 'they say'];
  return `${counted(copies, 'answer')} ${are} of a cache (Age, X-Cache and the like): ${say} nothing of the service`;
}

function factsOf({ name, profile, isFresh }: GatheredSide): string {
  const { baseUrl, kind, learnedAt, level, exchanges } = profile.source;
  const facts = [
    ...(isFresh ? ['asked just now'] : [kind === 'run' ? `asked ${minuteText(learnedAt)} UTC` : 'from a recording']),
    ...(level === null ? [] : [`level ${level}`]),
    counted(exchanges, 'exchange'),
    ...(baseUrl === name ? [] : [baseUrl]),
  ];
  return facts.join(' · ');
}

function kindLines(kind: DifferenceKind, { differences, left, right }: Comparison, colors: Colors): string[] {
  const own = differences.filter((one) => one.kind === kind);
  if (own.length === 0) return [];
  const names = columns([short(left)], [short(right)], colors.dim);
  return [colors.bold(headings[kind]), ...names, ...own.flatMap((one) => differenceLines(one, colors))];
}

function differenceLines(difference: Difference, colors: Colors): string[] {
  const title = titleOf(difference);
  const heading = wrap(oneLine(difference.id), WIDTH - 6);
  const last = heading.at(-1) ?? '';
  const isShort = last.length + title.length + 8 <= WIDTH;
  const ids = heading.map((line, index) => `${index === 0 ? colors.red('≠') : ' '} ${colors.bold(line)}`);
  const withTitle = isShort && title !== '' ? [...ids.slice(0, -1), `${ids.at(-1)}  ${colors.dim(title)}`] : ids;
  const below = isShort || title === '' ? [] : wrap(title, WIDTH - 6).map((line) => `  ${colors.dim(line)}`);
  return [...withTitle, ...below, ...columns(cells(difference.left), cells(difference.right))].map((line) =>
    `  ${line}`.trimEnd(),
  );
}

function uncomparedLines({ uncompared }: Comparison, { bold, dim, yellow }: Colors): string[] {
  if (uncompared.length === 0) return [];
  const lines = groupsOf(uncompared).flatMap(([{ kind, why }, ids]) => [
    ...wrap(oneLine(`${kind}: ${ids.join(', ')}`), WIDTH - 6).map(
      (line, at) => `  ${at === 0 ? yellow('?') : ' '} ${line}`,
    ),
    ...cells(why, WIDTH - 8).map((line) => `    ${dim(line)}`),
  ]);
  return [bold('Could not be compared'), ...lines];
}

/** What shares a kind and a reason is told together. */
function groupsOf(uncompared: readonly Uncompared[]): [Uncompared, ids: string[]][] {
  const groups = new Map<string, [Uncompared, ids: string[]]>();
  for (const one of uncompared) {
    const name = `${one.kind} ${one.why}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [one, [one.id]]);
    else group[1].push(one.id);
  }
  return [...groups.values()];
}

function noteLines(
  comparison: Comparison,
  sides: readonly [GatheredSide, GatheredSide],
  { colors, showsUncompared, ignored }: TextOptions,
): string[] {
  const hint = hintOf(comparison, sides);
  const idle = ignored.filter((name) => !comparison.ignored.some(ignoring([name])));
  const notes = [
    ...idle.map((name) => `--ignore ${oneLine(name)} left nothing out`),
    ...(comparison.differences.some(({ kind }) => kind === 'rule')
      ? ['petstore-mock check tells what was received where a rule is violated']
      : []),
    ...(hint === undefined ? [] : [hint]),
    ...(showsUncompared || comparison.uncompared.length === 0
      ? []
      : ['--show-uncompared tells what could not be compared, and why']),
  ];
  return notes.flatMap((note) => wrap(note, WIDTH - 2).map(colors.dim));
}
