import type { Outcome } from '../../src/judge/judge.js';
import type { ReportedRule } from './report.js';

/** What a reader is told of a rule: its outcome, or that it is broken and may be. */
export type Standing = Outcome | 'waived';

export const standings = ['violation', 'waived', 'inconclusive', 'not-run', 'pass'] as const satisfies Standing[];

/** A violation counts unless a waiver excuses it; an expired one excuses nothing. */
export function standingOf({ verdict, waiver }: Pick<ReportedRule, 'verdict' | 'waiver'>): Standing {
  return verdict === 'violation' && waiver?.isExpired === false ? 'waived' : verdict;
}

export function rulesStanding(rules: readonly ReportedRule[], standing: Standing): ReportedRule[] {
  return rules.filter((rule) => standingOf(rule) === standing);
}

export const marks: Readonly<Record<Standing, string>> = {
  pass: '✓',
  violation: '✗',
  waived: '~',
  inconclusive: '?',
  'not-run': '–',
};

/** What is to be said of a rule's waiver, in one line; undefined where it has none. */
export function waiverNote({ verdict, waiver }: ReportedRule): string | undefined {
  if (waiver === null) return undefined;
  const { reason, expires, isExpired } = waiver;
  if (verdict === 'pass') return `the waiver is no longer needed: the rule is kept (${reason})`;
  if (isExpired) return `the waiver expired at the end of ${expires} and excuses nothing (${reason})`;
  return verdict === 'violation' ? `waived until ${expires}: ${reason}` : undefined;
}
