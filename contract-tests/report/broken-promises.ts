import type { QuotedStatement, ReportedRule } from './report.js';

/** Answers the promises that a rule's violations break, each once. */
export function brokenPromises({ violations }: Pick<ReportedRule, 'violations'>): QuotedStatement[] {
  return [...new Map(violations.map(({ statement }) => [statement.id, statement])).values()];
}
