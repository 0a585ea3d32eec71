import { counted } from '../../src/json/counted.js';
import { oneLine } from '../../src/json/one-line.js';
import type { Colors } from './colors.js';
import type { ReportedRule } from './report.js';
import { type RuleSection, rulesBySection } from './rules-by-section.js';
import { marks, rulesStanding, type Standing, standingOf } from './standing.js';
import { wrap } from './wrap.js';

const WIDTH = 100;
/** So many rules of one section are shown one by one even in the folded form. */
const FEW = 3;

/** One block for each section of the document that has rules. Folded: those that were kept, or not run, as a count where they are many. */
export function ruleList(rules: readonly ReportedRule[], colors: Colors, isFolded: boolean): string[][] {
  const width = Math.max(0, ...rules.map(({ id }) => id.length));
  return rulesBySection(rules).map((section) => sectionLines(section, colors, isFolded, width));
}

function sectionLines({ heading, rules }: RuleSection, colors: Colors, isFolded: boolean, width: number): string[] {
  const folds = isFolded ? [foldOf(rules, 'pass'), foldOf(rules, 'not-run')] : [];
  const folded = folds.flat();
  const shown = rules.filter((rule) => !folded.includes(rule));
  return [
    colors.bold(heading),
    ...shown.flatMap((rule) => ruleLines(rule, colors, width)),
    ...folds.flatMap((fold) => foldLines(fold, colors)),
  ];
}

function foldOf(rules: readonly ReportedRule[], standing: Standing): ReportedRule[] {
  const own = rulesStanding(rules, standing);
  return own.length > FEW ? own : [];
}

function foldLines(fold: readonly ReportedRule[], colors: Colors): string[] {
  const [first] = fold;
  if (first === undefined) return [];
  const standing = standingOf(first);
  const reasons = [...new Set(fold.flatMap(({ reason }) => (reason === null ? [] : [oneLine(reason)])))];
  const why = reasons.length === 0 ? '' : colors.dim(` (${reasons.join(', ')})`);
  return [
    `  ${signOf(standing, colors)} ${counted(fold.length, 'rule')} ${standing === 'pass' ? 'kept' : 'not run'}${why}`,
  ];
}

function ruleLines(rule: ReportedRule, colors: Colors, width: number): string[] {
  const standing = standingOf(rule);
  const why = standing === 'not-run' && rule.reason !== null ? ` (${rule.reason})` : '';
  const lines = wrap(oneLine(rule.title + why), WIDTH - width - 8);
  return lines.map((line, index) => {
    const start = index === 0 ? `${signOf(standing, colors)} ${rule.id.padEnd(width)}` : ' '.repeat(width + 2);
    return `  ${start}  ${colors.dim(line)}`;
  });
}

function signOf(standing: Standing, { dim, green, red, yellow }: Colors): string {
  const paints = { pass: green, violation: red, waived: yellow, inconclusive: yellow, 'not-run': dim };
  return paints[standing](marks[standing]);
}
