import { headingOf, sections } from '../../src/spec/sections.js';
import type { ReportedRule } from './report.js';

export interface RuleSection {
  /** `§8 Limits`. */
  readonly heading: string;
  readonly rules: readonly ReportedRule[];
}

/** Puts rules under the headings of the document, in its order; inside a section the catalogue's order stays. */
export function rulesBySection(rules: readonly ReportedRule[]): RuleSection[] {
  return [...sections].flatMap(([number, title]) => {
    const own = rules.filter(({ section }) => headingOf(section) === number);
    return own.length === 0 ? [] : [{ heading: `§${number} ${title.replace(/ \(.*/, '')}`, rules: own }];
  });
}
