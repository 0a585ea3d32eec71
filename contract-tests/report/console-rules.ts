import { counted } from '../../src/json/counted.js';
import { oneLine } from '../../src/json/one-line.js';
import type { Colors } from './colors.js';
import type { ReportedRule } from './report.js';
import { type RuleSection, rulesBySection } from './rules-by-section.js';
import { marks, rulesStanding, type Standing, standingOf } from './standing.js';
import { wrap } from './wrap.js';

/** So many rules of one section are shown one by one even in the folded form. */
const FEW = 3;
/** A longer id has a line of its own. */
const ID_WIDTH = 32;
/** Where less is left beside the ids, titles stand below them. */
const ROOM = 24;

interface RuleOptions {
  readonly colors: Colors;
  /** Columns of what shows it. */
  readonly width: number;
  readonly isFolded: boolean;
}

/** One block for each section of the document that has rules. Folded: those that were kept, or not run, as a count where they are many. */
export function ruleList(rules: readonly ReportedRule[], options: RuleOptions): string[][] {
  const idWidth = Math.min(ID_WIDTH, Math.max(0, ...rules.map(({ id }) => id.length)));
  return rulesBySection(rules).map((section) => sectionLines(section, options, idWidth));
}

function sectionLines({ heading, rules }: RuleSection, options: RuleOptions, idWidth: number): string[] {
  const { colors, width, isFolded } = options;
  const folds = isFolded ? [foldOf(rules, 'pass'), foldOf(rules, 'not-run')] : [];
  const folded = folds.flat();
  const shown = rules.filter((rule) => !folded.includes(rule));
  return [
    ...wrap(heading, width - 2).map(colors.bold),
    ...shown.flatMap((rule) => ruleLines(rule, options, idWidth)),
    ...folds.flatMap((fold) => foldLines(fold, options)),
  ];
}

function foldOf(rules: readonly ReportedRule[], standing: Standing): ReportedRule[] {
  const own = rulesStanding(rules, standing);
  return own.length > FEW ? own : [];
}

function foldLines(fold: readonly ReportedRule[], { colors, width }: RuleOptions): string[] {
  const [first] = fold;
  if (first === undefined) return [];
  const standing = standingOf(first);
  const reasons = [...new Set(fold.flatMap(({ reason }) => (reason === null ? [] : [oneLine(reason)])))];
  const why = reasons.length === 0 ? '' : ` (${reasons.join(', ')})`;
  const count = `${counted(fold.length, 'rule')} ${standing === 'pass' ? 'kept' : 'not run'}`;
  return wrap(count + why, width - 6).map((line, index) =>
    index === 0
      ? `  ${signOf(standing, colors)} ${count}${colors.dim(line.slice(count.length))}`
      : `    ${colors.dim(line)}`,
  );
}

function ruleLines(rule: ReportedRule, { colors, width }: RuleOptions, idWidth: number): string[] {
  const standing = standingOf(rule);
  const why = standing === 'not-run' && rule.reason !== null ? ` (${rule.reason})` : '';
  const title = oneLine(rule.title + why);
  const sign = signOf(standing, colors);
  const { dim } = colors;
  const room = width - idWidth - 8;
  if (room < ROOM) return [`  ${sign} ${rule.id}`, ...wrap(title, width - 8).map((line) => `      ${dim(line)}`)];
  const lines = wrap(title, room).map(dim);
  const [first, ...rest] = rule.id.length > idWidth ? ['', ...lines] : lines;
  const below = ' '.repeat(idWidth + 6);
  return [`  ${sign} ${rule.id.padEnd(idWidth)}  ${first}`, ...rest.map((line) => below + line)];
}

function signOf(standing: Standing, { dim, green, red, yellow }: Colors): string {
  const paints = { pass: green, violation: red, waived: yellow, inconclusive: yellow, 'not-run': dim };
  return paints[standing](marks[standing]);
}
