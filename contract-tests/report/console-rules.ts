import { counted } from '../../src/json/counted.js';
import type { Colors } from './colors.js';
import type { ReportedRule } from './report.js';
import { type RuleSection, rulesBySection } from './rules-by-section.js';
import { marks, type Standing, standingOf } from './standing.js';

/** So many kept rules of one section are shown one by one even in the folded form. */
const FEW = 3;

/** One block for each section of the document that has rules. */
export function ruleList(rules: readonly ReportedRule[], colors: Colors, isFolded: boolean): string[][] {
  const width = Math.max(0, ...rules.map(({ id }) => id.length));
  return rulesBySection(rules).map((section) => sectionLines(section, colors, isFolded, width));
}

function sectionLines({ heading, rules }: RuleSection, colors: Colors, isFolded: boolean, width: number): string[] {
  const kept = rules.filter((rule) => standingOf(rule) === 'pass');
  const folded = isFolded && kept.length > FEW ? kept : [];
  const shown = rules.filter((rule) => !folded.includes(rule));
  return [
    colors.bold(heading),
    ...shown.map((rule) => `  ${ruleLine(rule, colors, width)}`),
    ...(folded.length === 0 ? [] : [`  ${colors.green(marks.pass)} ${counted(folded.length, 'rule')} kept`]),
  ];
}

function ruleLine(rule: ReportedRule, colors: Colors, width: number): string {
  const standing = standingOf(rule);
  return `${painted(marks[standing], standing, colors)} ${rule.id.padEnd(width)}  ${colors.dim(rule.title)}`;
}

function painted(text: string, standing: Standing, { dim, green, red, yellow }: Colors): string {
  const paints = { pass: green, violation: red, waived: yellow, inconclusive: yellow, 'not-run': dim };
  return paints[standing](text);
}
