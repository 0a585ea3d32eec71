import {
  columns,
  cut,
  layOut,
  marked,
  withoutCiCommands,
  workflowCommand,
  wrap,
} from '../../../contract-tests/report/terminal-text.js';
import { evidenceRows, type Look, responseLines, titledRow } from '../../../contract-tests/report/violation-text.js';
import {
  type Comparison,
  type ExplainedDifference,
  kindOf,
  type PathKind,
  pathKinds,
  type Uncompared,
} from '../../fidelity/compare/comparison.js';
import { ignoreMatcher } from '../../fidelity/compare/ignore.js';
import { groupBy } from '../../spec/group-by.js';
import { counted, oneLine, plainLines } from '../../spec/quoting.js';
import { dateAndTime } from '../../spec/times.js';
import { ExitCode, type Layout, layoutFor, type Terminal } from '../terminal.js';
import type { CompareSettings } from './compare-settings.js';
import type { GatheredSide } from './compare-side.js';
import { conclusionOf, exitCodeOf, headings, titleOf, uncomparedQuestions } from './compare-words.js';

type Printing = Pick<CompareSettings, 'showsUncompared' | 'ignored'>;
type Sides = readonly [GatheredSide, GatheredSide];

/** Prints a comparison: as JSON with `--json -`, else for people. */
export function printComparison(
  comparison: Comparison,
  sides: Sides,
  settings: Printing & Pick<CompareSettings, 'json' | 'reporter'>,
  { stdout, variables }: Pick<Terminal, 'stdout' | 'variables'>,
): void {
  if (settings.json === '-') {
    stdout.write(jsonOf(comparison));
    return;
  }
  stdout.write(comparisonText(comparison, sides, settings, layoutFor(stdout, variables)));
  if (settings.reporter === 'github') stdout.write(annotationsOf(comparison));
}

/** Serialises a comparison as `comparisonSchema` describes it. It may be printed to a terminal or a CI log. */
export function jsonOf(comparison: Comparison): string {
  return plainLines(`${JSON.stringify(comparison, null, 2)}\n`).replaceAll('##', '#\\u0023');
}

const ANNOTATION_WIDTH = 1_000;

function annotationsOf({ differences, left, right }: Comparison): string {
  const lines = differences
    .filter(({ cause }) => cause === undefined)
    .map((difference) => {
      const title = titleOf(difference);
      const shown = (difference.violations ?? []).flatMap(({ problem, expected, received, exchange }) => {
        return Object.entries({ problem, expected, received, exchange }).map(
          ([label, text]) => `${label}: ${oneLine(text)}`,
        );
      });
      const text = [
        ...(title === '' ? [] : [title]),
        `${oneLine(left)}: ${oneLine(difference.left)}`,
        `${oneLine(right)}: ${oneLine(difference.right)}`,
        ...(difference.responses ?? []).map((one) => `${one.side}: ${responseLines(one, ANNOTATION_WIDTH).join(', ')}`),
        ...shown,
      ].join('\n');
      return workflowCommand(
        'error',
        withoutCiCommands(`Differs: ${oneLine(difference.path)}`),
        withoutCiCommands(text),
      );
    });
  return lines.map((line) => `${line}\n`).join('');
}

/** Formats a comparison for people: what differs, by kind, with both sides, and the result in the last line. */
export function comparisonText(comparison: Comparison, sides: Sides, settings: Printing, layout: Layout): string {
  const { bold, green, red, yellow } = layout.colors;
  const code = exitCodeOf(comparison, sides);
  const paint = code === ExitCode.failed ? red : code === ExitCode.passed ? green : yellow;
  return layOut([
    [...sideLines('left', sides[0], layout), ...sideLines('right', sides[1], layout)],
    ...pathKinds.map((kind) => kindLines(kind, comparison, layout)),
    settings.showsUncompared ? uncomparedLines(comparison, layout) : missingLines(comparison, layout),
    noteLines(comparison, sides, settings, layout),
    wrap(conclusionOf(comparison, sides), layout.width - 3).map((line) => bold(paint(line))),
  ]);
}

/** Returns how a side was observed, in one line. */
export function sideFacts({ isFresh, name, profile }: GatheredSide): string {
  const { baseUrl, kind, learnedAt, level, exchanges } = profile.source;
  const observed = kind === 'run' ? `observed ${dateAndTime(learnedAt, 'minute')} UTC` : 'from a recording';
  const facts = [
    isFresh ? 'observed just now' : observed,
    ...(level === null ? [] : [`level ${level}`]),
    counted(exchanges, 'exchange'),
    ...(baseUrl === name ? [] : [baseUrl]),
  ];
  return facts.join(' · ');
}

function sideLines(label: string, side: GatheredSide, { colors, width }: Layout): string[] {
  const { bold, dim, yellow } = colors;
  const room = width - 9;
  const { stopped, copies = 0 } = side.profile.source;
  const are = copies === 1 ? 'is a copy' : 'are copies';
  const copied = `${counted(copies, 'response')} ${are} of a cache (Age, X-Cache and similar headers) and ignored`;
  const lines = [
    bold(cut(oneLine(side.name), room)),
    ...wrap(oneLine(sideFacts(side)), room).map(dim),
    ...(copies === 0 ? [] : cells(copied, room)).map(yellow),
    ...(stopped === null ? [] : cells(`stopped early: ${stopped}`, room)).map(yellow),
  ];
  return columns(label, lines, 5, dim);
}

function kindLines(kind: PathKind, { differences }: Comparison, layout: Layout): string[] {
  const causes = differences.filter((one) => kindOf(one) === kind && one.cause === undefined);
  if (causes.length === 0) return [];
  const printed = causes.map((cause) => withFollowing(cause, differences));
  return [layout.colors.bold(headings[kind]), ...printed.flatMap((one) => differenceLines(one, layout))];
}

/** A difference as it is printed: the same one in several kinds of responses stands there once. */
interface PrintedDifference extends ExplainedDifference {
  readonly places: number;
  /** The others that follow from it. */
  readonly also: readonly ExplainedDifference[];
}

const OF_PLACE = /^response\/[^/]+\/[^/]+\/(.+)$/s;

function withFollowing(cause: ExplainedDifference, differences: readonly ExplainedDifference[]): PrintedDifference {
  const following = differences.filter((one) => one.cause === cause.path);
  const tailOf = ({ path }: ExplainedDifference) => OF_PLACE.exec(path)?.[1];
  const tail = tailOf(cause);
  const also = following.filter((one) => tail === undefined || tailOf(one) !== tail);
  const places = 1 + following.length - also.length;
  return { ...cause, path: places > 1 ? `response/*/*/${tail}` : cause.path, places, also };
}

function differenceLines(difference: PrintedDifference, { colors, width }: Layout): string[] {
  const { bold, dim, red } = colors;
  const { places, path, also, violations = [] } = difference;
  const title = places === 1 ? titleOf(difference) : `in ${places} kinds of responses`;
  if (violations.length > 0) return violatedLines(difference, title, { colors, width: width - 6 });
  const heading = wrap(`${bold(oneLine(path))}  ${dim(title)}`.trimEnd(), width - 6);
  const sides = sideRows(difference, 5, { colors, width: width - 6 }).map((line) => `  ${line}`);
  const others = alsoLines(also, width - 13).map(dim);
  const rows = [...sides, ...columns('also', others, 5, dim).map((line) => `  ${line}`)];
  return [...marked(red('≠'), heading), ...rows].map((line) => `  ${line}`);
}

/** What each side has, and the response that shows it. */
function sideRows(difference: ExplainedDifference, labelWidth: number, { colors, width }: Look): string[] {
  const room = width - labelWidth - 2;
  return (['left', 'right'] as const).flatMap((side) => {
    const own = difference.responses?.filter((response) => response.side === side) ?? [];
    const evidence = own.flatMap((response) => responseLines(response, room)).map(colors.dim);
    return columns(side, [...cells(difference[side], room), ...evidence], labelWidth, colors.dim);
  });
}

/** One line for each difference that follows from another one; the JSON has their responses. */
function alsoLines(also: readonly ExplainedDifference[], room: number): string[] {
  return also.flatMap(({ path, left, right }) => cells(`${path}  ${left} → ${right}`, room));
}

/** As `check` shows it: what is wrong, the evidence, then the rule and its outcome on both sides. */
function violatedLines(difference: PrintedDifference, title: string, look: Look): string[] {
  const { path, also, violations = [], responses = [] } = difference;
  const violating = new Set(violations.map(({ side }) => side));
  const room = (look.width - 10) * MOST_LINES;
  const evidence = violations.flatMap(({ problem, expected, received, pointer, exchange }, index) => {
    const rows = { also: index === 0 ? '' : problem, expected, received, at: pointer ?? '', exchange };
    const short = Object.entries(rows).map(([label, text]) => [label, cut(oneLine(text), room)]);
    return [...(index === 0 ? [] : ['']), ...evidenceRows(Object.fromEntries(short), look)];
  });
  const lines = [
    ...cells(violations[0]?.problem ?? '', look.width).map(look.colors.bold),
    ...evidence,
    ...(violations.length > 1 ? [''] : []),
    ...titledRow('rule', path, title, look),
    ...sideRows({ ...difference, responses: responses.filter(({ side }) => !violating.has(side)) }, 8, look),
    ...columns('causes', alsoLines(also, look.width - 10), 8, look.colors.dim),
  ];
  return marked(look.colors.red('≠'), lines).map((line) => `  ${line}`);
}

/** Lists what keeps a comparison without differences from being complete. */
function missingLines(comparison: Comparison, layout: Layout): string[] {
  const missing = comparison.differences.length > 0 ? [] : uncomparedQuestions(comparison).missing;
  return reasonLines(
    'Missing for a complete comparison',
    missing.map(({ question, why }) => ({ path: `question/${question}`, why })),
    layout,
  );
}

function uncomparedLines({ uncompared }: Comparison, layout: Layout): string[] {
  return reasonLines('Not compared', uncompared, layout);
}

function reasonLines(title: string, facts: readonly Uncompared[], { colors, width }: Layout): string[] {
  if (facts.length === 0) return [];
  const { bold, dim, yellow } = colors;
  const lines = [...groupBy(facts, ({ why }) => why)].flatMap(([why, group]) => [
    ...marked(yellow('?'), wrap(oneLine(group.map(({ path }) => path).join(', ')), width - 6)).map(
      (line) => `  ${line}`,
    ),
    ...cells(why, width - 8).map((line) => `    ${dim(line)}`),
  ]);
  return [bold(title), ...lines];
}

const HAS_RESPONSES =
  'A profile holds no headers and bodies. To see both, compare with transcript.har of petstore-mock check --report instead of it';

function noteLines(
  comparison: Comparison,
  sides: Sides,
  { showsUncompared, ignored }: Printing,
  { colors, width }: Layout,
): string[] {
  const { differences, uncompared } = comparison;
  const [first] = differences.length > 0 ? [] : uncomparedQuestions(comparison).missing;
  const idle = ignored.filter((name) => !comparison.ignored.some(({ path }) => ignoreMatcher([name])(path)));
  const hasRule = differences.some((one) => kindOf(one) === 'rule' && one.violations === undefined);
  const withoutResponses = sides.filter(({ exchanges }) => exchanges === undefined);
  const isMixed = differences.length > 0 && withoutResponses.length === 1;
  const notes = [
    ...(isMixed ? [HAS_RESPONSES] : []),
    ...idle.map((name) => `--ignore ${oneLine(name)} matched no difference`),
    ...(hasRule ? ['petstore-mock check shows what was received where a rule is violated'] : []),
    ...(first === undefined ? [] : [`--ignore question/${first.question} accepts that it is missing`]),
    ...(showsUncompared || uncompared.length === 0 ? [] : ['--show-uncompared lists what was not compared, and why']),
  ];
  return notes.flatMap((note) => wrap(note, width - 3).map(colors.dim));
}

/** The JSON has all of it. */
const MOST_LINES = 4;

/** Breaks a text into the lines of a cell, and cuts it if it is too long for that. */
function cells(text: string, width: number): string[] {
  return wrap(cut(oneLine(text), width * MOST_LINES), width);
}
