import { resolve } from 'node:path';
import { cut, layOut, withoutCiCommands, workflowCommand, wrap } from '../../../contract-tests/report/terminal-text.js';
import {
  type Comparison,
  type Difference,
  kindOf,
  type PathKind,
  pathKinds,
  type Uncompared,
} from '../../fidelity/compare/comparison.js';
import { ignoreMatcher } from '../../fidelity/compare/ignore.js';
import { counted, oneLine, plainLines } from '../../spec/quoting.js';
import { dateAndTime } from '../../spec/times.js';
import { writeJsonFile } from '../files.js';
import { type Layout, layoutFor, type Terminal } from '../terminal.js';
import type { CompareSettings } from './compare-settings.js';
import type { GatheredSide } from './compare-side.js';
import { conclusionLines, headings, hintOf, titleOf } from './compare-words.js';

/** Writes and prints a comparison as was asked for. Throws an InputError where the file cannot be written. */
export function deliverComparison(
  comparison: Comparison,
  sides: readonly [GatheredSide, GatheredSide],
  settings: Pick<CompareSettings, 'json' | 'reporter' | 'showsUncompared' | 'ignored'>,
  { stdout, folder, variables }: Terminal,
): void {
  const { json, reporter, showsUncompared, ignored } = settings;
  if (json === 'print') {
    stdout.write(jsonOf(comparison));
    return;
  }
  stdout.write(
    comparisonText(comparison, sides, {
      ...layoutFor(stdout, variables),
      showsUncompared,
      ignored,
    }),
  );
  if (reporter === 'github') stdout.write(annotationsOf(comparison));
  if (json !== undefined) writeJsonFile(resolve(folder, json.file), json.file, jsonOf(comparison));
}

/** Its form is `comparisonSchema`. It may be printed to a terminal or a CI log. */
function jsonOf(comparison: Comparison): string {
  return plainLines(`${JSON.stringify(comparison, null, 2)}\n`).replaceAll('##', '#\\u0023');
}

/** One annotation of GitHub for each difference. */
function annotationsOf({ differences, left, right }: Comparison): string {
  const lines = differences.map((difference) => {
    const title = titleOf(difference);
    const text = [
      ...(title === '' ? [] : [title]),
      `${oneLine(left)}: ${oneLine(difference.left)}`,
      `${oneLine(right)}: ${oneLine(difference.right)}`,
    ].join('\n');
    return workflowCommand('error', withoutCiCommands(`Differs: ${oneLine(difference.path)}`), withoutCiCommands(text));
  });
  return lines.map((line) => `${line}\n`).join('');
}

export interface TextOptions extends Layout {
  readonly showsUncompared: boolean;
  /** Paths to ignore. */
  readonly ignored: readonly string[];
}

/** Writes a comparison for people: what differs, by kind, both sides in columns, and how it ended in the last line. */
export function comparisonText(
  comparison: Comparison,
  sides: readonly [GatheredSide, GatheredSide],
  options: TextOptions,
): string {
  const blocks = [
    sideLines(sides, options),
    ...pathKinds.map((kind) => kindLines(kind, comparison, options)),
    ...(options.showsUncompared ? [uncomparedLines(comparison, options)] : []),
    noteLines(comparison, sides, options),
    conclusionLines(comparison, sides, options),
  ];
  return layOut(blocks);
}

function sideLines(sides: readonly GatheredSide[], { colors: { bold, dim, yellow }, columns }: Layout): string[] {
  const width = columns - 9;
  return sides.flatMap((side, index) => {
    const label = index === 0 ? 'left ' : 'right';
    const facts = wrap(oneLine(factsOf(side)), width);
    const { stopped, copies = 0 } = side.profile.source;
    const end = [
      ...(copies === 0 ? [] : cells(copiesInWords(copies), width)),
      ...(stopped === null ? [] : cells(`stopped early: ${stopped}`, width)),
    ];
    return [
      `${dim(label)}  ${bold(short(side.name, width))}`,
      ...facts.map((line) => `       ${dim(line)}`),
      ...end.map((line) => `       ${yellow(line)}`),
    ];
  });
}

function copiesInWords(copies: number): string {
  const are = copies === 1 ? 'is a copy' : 'are copies';
  return `${counted(copies, 'response')} ${are} of a cache (Age, X-Cache and similar headers) and ignored`;
}

function factsOf({ name, profile, isFresh }: GatheredSide): string {
  const { baseUrl, kind, learnedAt, level, exchanges } = profile.source;
  const facts = [
    ...(isFresh
      ? ['observed just now']
      : [kind === 'run' ? `observed ${dateAndTime(learnedAt, 'minute')} UTC` : 'from a recording']),
    ...(level === null ? [] : [`level ${level}`]),
    counted(exchanges, 'exchange'),
    ...(baseUrl === name ? [] : [baseUrl]),
  ];
  return facts.join(' · ');
}

function kindLines(kind: PathKind, { differences, left, right }: Comparison, layout: Layout): string[] {
  const own = mergePlaces(differences.filter((one) => kindOf(one) === kind));
  if (own.length === 0) return [];
  const { colors } = layout;
  const width = columnWidth(layout);
  const names = sideBySide([short(left, width)], [short(right, width)], width, colors.dim);
  return [colors.bold(headings[kind]), ...names, ...own.flatMap((one) => differenceLines(one, layout))];
}

/** A difference as it is printed: the same one in several kinds of responses stands there once. */
interface PrintedDifference extends Difference {
  readonly places: number;
}

const OF_PLACE = /^response\/[^/]+\/[^/]+\/(.+)$/s;

function mergePlaces(differences: readonly Difference[]): PrintedDifference[] {
  const groups = new Map<string, PrintedDifference>();
  for (const one of differences) {
    const [, tail] = OF_PLACE.exec(one.path) ?? [];
    const key = tail === undefined ? one.path : JSON.stringify([tail, one.left, one.right]);
    const known = groups.get(key);
    groups.set(
      key,
      known === undefined ? { ...one, places: 1 } : { ...one, path: `response/*/*/${tail}`, places: known.places + 1 },
    );
  }
  return [...groups.values()];
}

function differenceLines(difference: PrintedDifference, layout: Layout): string[] {
  const { colors, columns } = layout;
  const width = columnWidth(layout);
  const { places } = difference;
  const title = places === 1 ? titleOf(difference) : `in ${places} kinds of responses`;
  const heading = wrap(oneLine(difference.path), columns - 6);
  const last = heading.at(-1) ?? '';
  const isShort = last.length + title.length + 8 <= columns;
  const ids = heading.map((line, index) => `${index === 0 ? colors.red('≠') : ' '} ${colors.bold(line)}`);
  const withTitle = isShort && title !== '' ? [...ids.slice(0, -1), `${ids.at(-1)}  ${colors.dim(title)}`] : ids;
  const below = isShort || title === '' ? [] : wrap(title, columns - 6).map((line) => `  ${colors.dim(line)}`);
  const values = sideBySide(cells(difference.left, width), cells(difference.right, width), width);
  return [...withTitle, ...below, ...values].map((line) => `  ${line}`.trimEnd());
}

function uncomparedLines({ uncompared }: Comparison, { colors: { bold, dim, yellow }, columns }: Layout): string[] {
  if (uncompared.length === 0) return [];
  const lines = [...groupsOf(uncompared)].flatMap(([why, paths]) => [
    ...wrap(oneLine(paths.join(', ')), columns - 6).map((line, at) => `  ${at === 0 ? yellow('?') : ' '} ${line}`),
    ...cells(why, columns - 8).map((line) => `    ${dim(line)}`),
  ]);
  return [bold('Not compared'), ...lines];
}

/** Groups paths by the reason. */
function groupsOf(uncompared: readonly Uncompared[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { path, why } of uncompared) groups.set(why, [...(groups.get(why) ?? []), path]);
  return groups;
}

function noteLines(
  comparison: Comparison,
  sides: readonly [GatheredSide, GatheredSide],
  { colors, columns, showsUncompared, ignored }: TextOptions,
): string[] {
  const hint = hintOf(comparison, sides);
  const idle = ignored.filter((name) => !comparison.ignored.some(({ path }) => ignoreMatcher([name])(path)));
  const notes = [
    ...idle.map((name) => `--ignore ${oneLine(name)} matched no difference`),
    ...(comparison.differences.some((one) => kindOf(one) === 'rule')
      ? ['petstore-mock check shows what was received where a rule is violated']
      : []),
    ...(hint === undefined ? [] : [hint]),
    ...(showsUncompared || comparison.uncompared.length === 0
      ? []
      : ['--show-uncompared lists what was not compared, and why']),
  ];
  return notes.flatMap((note) => wrap(note, columns - 3).map(colors.dim));
}

/** Returns how wide the column of one side is. */
function columnWidth({ columns }: Layout): number {
  return Math.floor((columns - 8) / 2);
}

/** The whole of it stands in the JSON. */
const MOST_LINES = 4;

/** Breaks a text into the lines of a cell; one that is too long for it is cut. */
function cells(text: string, width: number): string[] {
  return wrap(cut(oneLine(text), width * MOST_LINES), width);
}

/** Lays the lines of two cells side by side. */
function sideBySide(
  left: readonly string[],
  right: readonly string[],
  width: number,
  paint = (text: string) => text,
): string[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => {
    const [one, other] = [left[index] ?? '', right[index] ?? ''];
    const gap = ' '.repeat(width + 2 - [...one].length);
    return `  ${paint(one)}${gap}${paint(other)}`;
  });
}

/** Writes a text in one line, cut where it is too long for it. */
function short(text: string, width: number): string {
  return cut(oneLine(text), width);
}
